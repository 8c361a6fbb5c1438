/** "HLDF": tells our files from other SQLite databases. */
export const applicationId = 0x484c4446

/** Each entry brings a store of the version before to its own; the version of a store is their number. Never edit one. */
export const migrations: readonly string[] = [
  `
  -- One row a session: what the list shows, and the head of the log. All but head, hash, base and the identity can be
  -- folded from the log again.
  CREATE TABLE sessions (
    n INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    parent INTEGER REFERENCES sessions (n),
    base INTEGER NOT NULL DEFAULT 0,
    head INTEGER NOT NULL,
    hash BLOB NOT NULL,
    sealed INTEGER NOT NULL DEFAULT 0,
    hot_bytes INTEGER NOT NULL DEFAULT 0,
    foreign_through INTEGER NOT NULL DEFAULT 0,
    damaged_from INTEGER,
    damage TEXT,
    opened_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    project TEXT NOT NULL,
    workspace TEXT NOT NULL,
    parent_id TEXT,
    parent_seq INTEGER,
    title TEXT,
    pinned INTEGER NOT NULL DEFAULT 0,
    archived INTEGER NOT NULL DEFAULT 0,
    trashed INTEGER NOT NULL DEFAULT 0,
    activity TEXT NOT NULL DEFAULT 'idle',
    stop TEXT,
    owner_type TEXT,
    owner_path TEXT,
    messages INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX sessions_by_update ON sessions (updated_at DESC, n DESC);
  -- These two do not name updated_at: an append should not have to move them.
  CREATE INDEX sessions_by_project ON sessions (project);
  CREATE INDEX sessions_by_activity ON sessions (activity) WHERE activity <> 'idle';
  CREATE INDEX sessions_by_parent ON sessions (parent) WHERE parent IS NOT NULL;

  CREATE TABLE tags (
    tag TEXT NOT NULL,
    session INTEGER NOT NULL REFERENCES sessions (n) ON DELETE CASCADE,
    PRIMARY KEY (tag, session)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX tags_by_session ON tags (session);

  -- The hot end of every log, in the order of commit: an append writes at the end of the table, whatever the session.
  -- The rowid is also the document number of the search index and is never used twice.
  CREATE TABLE events (
    n INTEGER PRIMARY KEY,
    session INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    body BLOB NOT NULL,
    hash BLOB NOT NULL,
    origin TEXT
  ) STRICT;
  CREATE UNIQUE INDEX events_by_seq ON events (session, seq);

  -- Sealed ranges of older events: their bodies, a line each, compressed by zstd.
  CREATE TABLE segments (
    session INTEGER NOT NULL REFERENCES sessions (n),
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    before BLOB NOT NULL,
    after BLOB NOT NULL,
    origin TEXT,
    bytes INTEGER NOT NULL,
    hash BLOB NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (session, first)
  ) STRICT;

  -- Idempotency keys, for ever; session 0 holds those of open. The bodies are in the events.
  CREATE TABLE keys (
    session INTEGER NOT NULL,
    key TEXT NOT NULL,
    digest TEXT NOT NULL,
    result TEXT NOT NULL,
    PRIMARY KEY (session, key)
  ) STRICT, WITHOUT ROWID;

  -- The ids of all turns, inputs and asks: what began once cannot begin again, so that a turn has one stop record.
  CREATE TABLE begun (
    session INTEGER NOT NULL REFERENCES sessions (n) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    seq INTEGER NOT NULL,
    PRIMARY KEY (session, kind, id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE leases (
    session INTEGER PRIMARY KEY REFERENCES sessions (n) ON DELETE CASCADE,
    epoch INTEGER NOT NULL,
    owner TEXT,
    beat_at INTEGER NOT NULL DEFAULT 0,
    asked_at INTEGER
  ) STRICT;

  -- Streamed output of open intents, piece by piece; the outcome removes it.
  CREATE TABLE partials (
    n INTEGER PRIMARY KEY,
    session INTEGER NOT NULL REFERENCES sessions (n) ON DELETE CASCADE,
    intent INTEGER NOT NULL,
    channel TEXT NOT NULL,
    start INTEGER NOT NULL,
    text TEXT NOT NULL,
    at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX partials_by_session ON partials (session, at);

  CREATE TABLE snapshots (
    session INTEGER NOT NULL REFERENCES sessions (n) ON DELETE CASCADE,
    seq INTEGER NOT NULL,
    version INTEGER NOT NULL,
    chain BLOB NOT NULL,
    hash BLOB NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (session, seq)
  ) STRICT;

  CREATE TABLE blobs (
    hash TEXT PRIMARY KEY,
    bytes INTEGER NOT NULL,
    packed INTEGER NOT NULL,
    put_at INTEGER NOT NULL,
    data BLOB NOT NULL
  ) STRICT;
  CREATE TABLE blob_refs (
    session INTEGER NOT NULL REFERENCES sessions (n) ON DELETE CASCADE,
    hash TEXT NOT NULL REFERENCES blobs (hash),
    PRIMARY KEY (session, hash)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX blob_refs_by_hash ON blob_refs (hash);

  CREATE TABLE tombstones (session TEXT PRIMARY KEY, erased_at INTEGER NOT NULL, receipt TEXT NOT NULL) STRICT;
  CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;

  -- The search index: documents are numbered as events are. What is above the mark is not indexed yet.
  CREATE VIRTUAL TABLE search USING fts5(text, content='', contentless_delete=1, detail=full, tokenize='ascii');
  INSERT INTO search (search, rank) VALUES ('automerge', 8);
  CREATE TABLE documents (n INTEGER PRIMARY KEY, session INTEGER NOT NULL, seq INTEGER NOT NULL) STRICT;
  CREATE INDEX documents_by_session ON documents (session);
  CREATE TABLE marks (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT;
  INSERT INTO marks VALUES ('indexed', 0);
  `,
]
