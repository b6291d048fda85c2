-- One stream an append now, in fewer statements; a unit of work that appends to several streams calls it for each.
DROP FUNCTION eventstore_append(int[], text[], int[], int[], text[], uuid[], bytea[], int[], text[], int[], bytea[]);

-- Appends events to one stream, which must stand at version `p_expected` (0: it opens), as the last act of its
-- transaction. The last four parameters hold a thing of each event; `p_different` is how many different types there are.
--
-- 1. The advisory lock, held until the commit is visible: one append at a time, so that positions are given in the
--    order of commits, and whoever polls `position > last` misses nothing. It comes before any row: two appends never
--    wait for each other in a ring. Each statement after it sees what was committed before.
-- 2. The stream's row is compared and set. `closed_at` is asked there, since a stream is closed without the lock;
--    `version`, which nobody else can move meanwhile, once more as a belt.
-- 3. The command id, then the events.
CREATE FUNCTION eventstore_append(
    p_stream text, p_expected int, p_at bigint, p_actor text, p_command uuid, p_fingerprint bytea, p_different int,
    p_type_ids int[], p_types text[], p_schemas int[], p_bodies bytea[],
    OUT last_position bigint, OUT hashes bytea[]
) LANGUAGE plpgsql AS $$
DECLARE
    v_count int := cardinality(p_bodies);
    v_actor bytea := convert_to(p_actor, 'UTF8');
    v_type bytea;
    v_hash bytea;
    v_known bigint;
    v_id int;
    v_uuid uuid;
BEGIN
    IF current_setting('transaction_isolation') <> 'read committed' THEN
        RAISE EXCEPTION 'eventstore_append needs the isolation level READ COMMITTED' USING ERRCODE = 'SK005';
    END IF;
    PERFORM pg_advisory_xact_lock(357744856132);  -- eventstore.postgres.APPEND_LOCK
    SELECT coalesce(max(e.position), 0), (SELECT count(*) FROM eventstore_eventtype t WHERE t.name = ANY (p_types))
        INTO last_position, v_known FROM eventstore_event e;
    IF v_known < p_different THEN
        INSERT INTO eventstore_eventtype (id, name)
            SELECT DISTINCT t.id, t.name FROM unnest(p_type_ids, p_types) AS t (id, name)
            WHERE NOT EXISTS (
                SELECT FROM eventstore_eventtype known WHERE known.id = t.id AND known.name = t.name);
    END IF;

    IF p_expected = 0 THEN
        v_uuid := gen_random_uuid();
        v_hash := sha256('skald/stream/1'::bytea || uuid_send(v_uuid) || convert_to(p_stream, 'UTF8'));
    ELSE
        SELECT s.id, s.uuid, s.head_hash INTO v_id, v_uuid, v_hash FROM eventstore_stream s
            WHERE s.name = p_stream AND s.version = p_expected;
        IF NOT FOUND THEN
            PERFORM eventstore_explain(p_stream, p_command, p_fingerprint);
        END IF;
    END IF;
    FOR n IN 1 .. v_count LOOP
        v_type := convert_to(p_types[n], 'UTF8');
        v_hash := sha256(
            v_hash || uuid_send(v_uuid) || uuid_send(p_command) || int4send(p_expected + n)
            || int4send(p_schemas[n]) || int8send(p_at) || int4send(length(v_type)) || int4send(length(v_actor))
            || int4send(length(p_bodies[n])) || v_type || v_actor || p_bodies[n]);
        hashes[n] := v_hash;
    END LOOP;
    IF p_expected = 0 THEN
        INSERT INTO eventstore_stream (name, kind, uuid, version, head_hash, opened_at)
            SELECT p_stream, split_part(p_stream, '-', 1), v_uuid, v_count, v_hash, p_at
            WHERE NOT EXISTS (SELECT FROM eventstore_stream s WHERE s.name = p_stream)
            RETURNING id INTO v_id;
    ELSE
        UPDATE eventstore_stream s SET version = p_expected + v_count, head_hash = v_hash
            WHERE s.id = v_id AND s.version = p_expected AND s.closed_at IS NULL;
    END IF;
    IF NOT FOUND THEN
        PERFORM eventstore_explain(p_stream, p_command, p_fingerprint);
    END IF;

    INSERT INTO eventstore_command (id, stream_id, first_version, last_version, fingerprint)
        SELECT p_command, v_id, p_expected + 1, p_expected + v_count, p_fingerprint
        WHERE NOT EXISTS (SELECT FROM eventstore_command c WHERE c.id = p_command);
    IF NOT FOUND THEN
        PERFORM eventstore_explain(p_stream, p_command, p_fingerprint);
    END IF;
    INSERT INTO eventstore_event
            (position, recorded_at, stream_id, version, type_id, schema, command_id, actor, body, hash)
        SELECT last_position + e.n, p_at, v_id, p_expected + e.n, e.type_id, e.schema, p_command, p_actor, e.body, e.hash
        FROM unnest(p_type_ids, p_schemas, p_bodies, hashes)
            WITH ORDINALITY AS e (type_id, schema, body, hash, n);
    last_position := last_position + v_count;
END
$$;
