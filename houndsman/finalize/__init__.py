"""What came back from the hunt becomes the review: anchored, weighed, merged, carried over, summed up."""
