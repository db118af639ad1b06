"""The web app: every puzzle in the browser, served from this machine."""
