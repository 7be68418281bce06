"""stub"""


class Client: ...
