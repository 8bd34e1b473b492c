"""The tellers of events: one for each kind, in rooms by what the events are about."""
