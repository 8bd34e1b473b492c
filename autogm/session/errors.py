"""What goes wrong in a game in progress, told to whoever asked for it."""


class SessionError(ValueError):
    """Something that cannot be done in this game now: why."""


class StaleError(SessionError):
    """The game has gone on since whoever asked has looked at it."""


class KeptElsewhereError(StaleError):
    """Another program has gone on with the game, or has removed it."""


class AgentFailedError(RuntimeError):
    """An agent has failed; a person sits on its seat now, and nothing is lost."""
