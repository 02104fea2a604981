export interface Event {
  at: string;
  place: string;
  delivered: boolean;
}

export async function events(parcel: string): Promise<Event[]> {
  const answer = await fetch(`/api/parcels/${encodeURIComponent(parcel)}`);
  if (!answer.ok) {
    throw new Error(`tracking: ${answer.status}`);
  }
  return (await answer.json()) as Event[];
}

export function last(all: Event[]): Event | undefined {
  return all[all.length - 1];
}
