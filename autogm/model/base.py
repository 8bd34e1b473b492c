"""The parent of every model a person can write: frozen, and closed to unknown fields, so that a
misspelt key is a fault and never a silent default."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Written(BaseModel):
    """Something a person wrote in a YAML file."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)
