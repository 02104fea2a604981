"""Where the service finds things."""

import os

DATABASE = os.environ.get("COURIER_DATABASE", "courier.db")
TRACKING_URL = "https://tracking.example.com/api"
