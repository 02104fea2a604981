"""A small parcel service."""
