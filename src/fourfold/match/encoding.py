"""JSON encoding: the one msgspec encoder of events, messages, responses and files."""

import msgspec

encode_json = msgspec.json.Encoder().encode
