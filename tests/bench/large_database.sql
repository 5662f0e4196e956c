-- A database of many papers for measuring: what each says is a function of its number, so that the
-- same :papers and :sources give the same rows. Three versions, three keys and four events a paper.
CREATE TEMP TABLE setting AS SELECT :papers AS papers, :sources AS sources,
  1764547200000 AS now, 3600000 AS hour;
CREATE TEMP TABLE number(n INTEGER PRIMARY KEY);
INSERT INTO number WITH RECURSIVE c(n) AS (
  SELECT 1 UNION ALL SELECT n + 1 FROM c, setting WHERE n < max(papers, 65536)) SELECT n FROM c;
CREATE TEMP VIEW each AS SELECT n FROM number, setting WHERE n <= papers;

-- 4,096 words of three syllables; low numbers are used most.
CREATE TEMP TABLE syllable(n INTEGER PRIMARY KEY, text TEXT);
INSERT INTO syllable(n, text) VALUES (0,'ba'),(1,'ceph'),(2,'din'),(3,'fro'),(4,'gul'),(5,'hem'),
  (6,'jot'),(7,'kra'),(8,'lum'),(9,'mis'),(10,'nep'),(11,'quo'),(12,'ras'),(13,'tev'),(14,'vor'),
  (15,'zy');
CREATE TEMP TABLE word(n INTEGER PRIMARY KEY, text TEXT);
INSERT INTO word SELECT number.n - 1, a.text || b.text || c.text FROM number
  JOIN syllable a ON a.n = ((number.n - 1) / 256) % 16 JOIN syllable b ON b.n = ((number.n - 1) / 16) % 16
  JOIN syllable c ON c.n = (number.n - 1) % 16 WHERE number.n <= 4096;
CREATE TEMP TABLE spread(n INTEGER PRIMARY KEY, text TEXT);
INSERT INTO spread SELECT s.n, w.text FROM (SELECT n, (n * 40503 % 4096) AS h FROM number
  WHERE n <= 65536) s JOIN word w ON w.n = h * h / 4096;
-- 8,192 sentences of twelve words.
CREATE TEMP TABLE sentence(n INTEGER PRIMARY KEY, text TEXT);
INSERT INTO sentence SELECT s.n - 1, (SELECT group_concat(text, ' ') FROM spread
  WHERE spread.n BETWEEN 1 + (s.n * 7) % 60000 AND 12 + (s.n * 7) % 60000) || '.'
  FROM number s WHERE s.n <= 8192;

-- What a paper says in one of its versions.
CREATE TEMP TABLE content(paper INTEGER, number INTEGER, title TEXT, fields TEXT,
  PRIMARY KEY(paper, number)) WITHOUT ROWID;
INSERT INTO content SELECT paper, number, title, json_object('abstract', abstract,
    'arxiv_id', printf('%04d.%05d', 1001 + paper / 90000, paper % 90000),
    'authors', json_array('Ada Author' || (paper % 50021), 'Bela Writer' || (paper % 31013)),
    'doi', '10.1000/p' || paper, 'subjects', json_array('cs.S' || (paper % 40)),
    'title', title, 'url', 'https://example.org/p/' || paper, 'year', 1990 + paper % 36)
  FROM (SELECT p.n AS paper, v.n AS number,
      'On the ' || a.text || ' ' || b.text || ' of case z' || printf('%x', p.n) ||
        CASE v.n WHEN 1 THEN '' ELSE ', part ' || v.n END AS title,
      (SELECT text FROM sentence WHERE n = (p.n * 31) % 8192) || ' ' ||
      (SELECT text FROM sentence WHERE n = (p.n * 17 + v.n) % 8192) || ' ' ||
      (SELECT text FROM sentence WHERE n = (p.n * 11 + 5) % 8192) AS abstract
    FROM each p JOIN (SELECT n FROM number WHERE n <= 3) v
    JOIN word a ON a.n = (p.n * 2654435761 >> 7) % 4096
    JOIN word b ON b.n = ((p.n * 40503 >> 3) % 4096) * ((p.n * 40503 >> 3) % 4096) / 4096);

INSERT INTO source SELECT 's' || n, 'ok', now, json_object('visits', 200, 'baseline_done',
    json('true'), 'yardstick', json_object('papers', papers / sources, 'depth', 1),
    'url', 'https://example.org/s/' || n, 'last_visit', now - hour, 'last_applied', now - hour,
    'last_full', now - hour, 'last_new', now - hour, 'last_outcome', 'complete')
  FROM number, setting WHERE n <= sources;
-- Three visits with news, then 200 without.
INSERT INTO visit(source, started, finished, outcome, pages, requests, records, papers, observed,
    baseline, "full")
  SELECT 's' || s.n, now - hour * (205 - v.n), now - hour * (205 - v.n) + 1500,
    iif(v.n <= 3, 'complete', 'unchanged'), 1, 1, papers / sources, papers / sources,
    'exact ' || (papers / sources), iif(v.n = 1, papers / sources, 0), 1
  FROM setting, (SELECT n FROM number WHERE n <= 203) v, number s WHERE s.n <= sources
  ORDER BY v.n, s.n;
UPDATE visit SET outcome = 'quarantined', problem =
  '{"code":"no_records","hint":"","message":"no records"}' WHERE id % 20011 = 0;

INSERT INTO paper(id, key, version, withdrawn, first_seen)
  SELECT n, 'doi:10.1000/p' || n, 3, 0, now - hour * 204 FROM each, setting;
INSERT INTO alias SELECT printf('doi:10.1000/p%d', n), 0, n, 's' || (1 + n % sources), 1 + n % sources,
  now - hour * 204 FROM each, setting ORDER BY 1;
INSERT INTO alias SELECT printf('arxiv:%04d.%05d', 1001 + n / 90000, n % 90000), 0, n,
  's' || (1 + n % sources), 1 + n % sources, now - hour * 204 FROM each, setting ORDER BY 1;
INSERT INTO alias SELECT printf('url:https://example.org/p/%d', n), 0, n, 's' || (1 + n % sources),
  1 + n % sources, now - hour * 204 FROM each, setting ORDER BY 1;
INSERT INTO version SELECT paper, number, 1 + paper % sources + (number - 1) * sources,
  's' || (1 + paper % sources), now - hour * (205 - number), 0, fields FROM content, setting
  ORDER BY paper, number;
-- One paper in ten is shown by a second source, one in a hundred was removed.
INSERT INTO standing SELECT 's' || (1 + n % sources), n, iif(n % 100 = 99, 'removed', 'listed'), 0,
  NULL, 0, now - hour * 204, now - hour * 202, 3, NULL, NULL, 0 FROM each, setting
  ORDER BY 1, 2;
INSERT OR IGNORE INTO standing SELECT 's' || (1 + (n + 7) % sources), n, 'listed', 0,
  NULL, 0, now - hour * 204, now - hour * 202, 3, NULL, NULL, 0 FROM each, setting
  WHERE n % 10 = 0 ORDER BY 1, 2;
INSERT INTO standing_change SELECT paper, source, first_seen, 'listed', first_seen,
  1 + paper % sources FROM standing, setting ORDER BY paper;

-- The first reading of everything, then its changes, then what is rare.
INSERT INTO event(kind, source, visit, at, baseline, paper, summary, changes, message)
  SELECT CASE number WHEN 1 THEN 'paper_new' ELSE 'paper_changed' END,
    's' || (1 + paper % sources), 1 + paper % sources + (number - 1) * sources,
    now - hour * (205 - number), number = 1, paper,
    json_object('key', 'doi:10.1000/p' || paper, 'title', title, 'url',
      'https://example.org/p/' || paper, 'authors', json_array('Ada Author' || (paper % 50021)),
      'subjects', json_array('cs.S' || (paper % 40)), 'year', 1990 + paper % 36),
    CASE number WHEN 1 THEN NULL ELSE json_array(json_object('field', 'title', 'before', 'Old',
      'after', title)) END, title
  FROM content, setting ORDER BY number, paper;
INSERT INTO event(kind, source, visit, at, baseline, message)
  SELECT 'source_broken', source, id, finished, 0, 'no records' FROM visit
  WHERE outcome = 'quarantined';
-- A large source is new today.
INSERT INTO event(kind, source, visit, at, baseline, paper, summary, message)
  SELECT 'paper_new', 's1', 1, now, 1, paper, json_object('key', 'doi:10.1000/p' || paper, 'title',
    title, 'url', '', 'authors', json_array(), 'subjects', json_array()), title
  FROM content, setting WHERE number = 1 AND paper <= papers / 2;
DROP TABLE content;
