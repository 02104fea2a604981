import { expect, test } from "vitest";

import { last } from "./track";

test("the last event", () => {
  const one = { at: "2025-03-01T09:00:00Z", place: "depot", delivered: false };
  expect(last([one])).toBe(one);
});
