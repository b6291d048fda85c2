-- Each append updates the row of its stream: room on the page keeps the update off the indexes.
ALTER TABLE eventstore_stream SET (fillfactor = 70);

-- Refuses whatever would change what is recorded.
CREATE FUNCTION eventstore_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% of % is refused: what is recorded never changes', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'SK000';
END
$$;

-- A stream only grows; its identity never changes.
CREATE FUNCTION eventstore_guard_stream() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.id <> OLD.id OR NEW.name <> OLD.name OR NEW.kind <> OLD.kind OR NEW.uuid <> OLD.uuid
            OR NEW.opened_at <> OLD.opened_at OR NEW.version < OLD.version THEN
        RAISE EXCEPTION 'UPDATE of % is refused: a stream keeps its identity and only grows', TG_TABLE_NAME
            USING ERRCODE = 'SK000';
    END IF;
    RETURN NEW;
END
$$;

-- Raises `p_code` with what the command id wrote.
CREATE FUNCTION eventstore_refuse_command(p_code text, p_command uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the command id was used before' USING ERRCODE = p_code, DETAIL = (
        SELECT json_build_object('id', c.id, 'stream', s.name, 'first', c.first_version, 'last', c.last_version,
                                 'fingerprint', encode(c.fingerprint, 'hex'))::text
        FROM eventstore_command c JOIN eventstore_stream s ON s.id = c.stream_id WHERE c.id = p_command);
END
$$;

-- Raises why an append was not carried out: done already, key reused, stream closed, or in conflict.
CREATE FUNCTION eventstore_explain(p_stream text, p_command uuid, p_fingerprint bytea) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    v_fingerprint bytea;
    v_version int;
    v_closed boolean;
BEGIN
    SELECT fingerprint INTO v_fingerprint FROM eventstore_command WHERE id = p_command;
    IF FOUND THEN
        PERFORM eventstore_refuse_command(
            CASE WHEN v_fingerprint = p_fingerprint THEN 'SK002' ELSE 'SK003' END, p_command);
    END IF;
    SELECT version, closed_at IS NOT NULL INTO v_version, v_closed FROM eventstore_stream WHERE name = p_stream;
    RAISE EXCEPTION 'the stream is elsewhere' USING
        ERRCODE = CASE WHEN v_closed THEN 'SK004' ELSE 'SK001' END,
        DETAIL = json_build_object('stream', p_stream, 'actual', coalesce(v_version, 0))::text;
END
$$;

-- Appends, as the last act of its transaction. One element of the first seven arrays is one append; `p_order` lists
-- the appends by the names of their streams; the last four arrays hold the events of all appends, one after the other.
--
-- 1. Each stream's row is compared and set, in the order of names: two appends never wait for each other in a ring.
-- 2. The advisory lock, held until the commit is visible: positions are given in the order of commits, and whoever
--    polls `position > last` misses nothing.
-- 3. The command id, then the events.
CREATE FUNCTION eventstore_append(
    p_order int[], p_streams text[], p_expected int[], p_counts int[],
    p_actors text[], p_commands uuid[], p_fingerprints bytea[],
    p_type_ids int[], p_types text[], p_schemas int[], p_bodies bytea[]
) RETURNS TABLE (first_version int, last_version int, last_position bigint, head_hash bytea)
LANGUAGE plpgsql AS $$
DECLARE
    v_at bigint := (extract(epoch FROM clock_timestamp()) * 1000000)::bigint;
    v_ids int[] := array_fill(NULL::int, ARRAY[cardinality(p_streams)]);
    v_heads bytea[] := array_fill(NULL::bytea, ARRAY[cardinality(p_streams)]);
    v_starts int[];
    v_hashes bytea[] := array_fill(NULL::bytea, ARRAY[cardinality(p_bodies)]);
    v_start int := 1;
    v_position bigint;
    v_known int;
    v_id int;
    v_uuid uuid;
    v_hash bytea;
    v_type bytea;
    v_actor bytea;
    i int;
    k int;
BEGIN
    IF current_setting('transaction_isolation') <> 'read committed' THEN
        RAISE EXCEPTION 'eventstore_append needs the isolation level READ COMMITTED' USING ERRCODE = 'SK005';
    END IF;
    FOR i IN 1 .. cardinality(p_streams) LOOP
        v_starts[i] := v_start;
        v_start := v_start + p_counts[i];
    END LOOP;
    SELECT count(*) INTO v_known FROM unnest(p_type_ids, p_types) AS t (id, name)
        JOIN eventstore_eventtype known ON known.id = t.id AND known.name = t.name;

    FOREACH i IN ARRAY p_order LOOP
        IF p_expected[i] = 0 THEN
            v_uuid := gen_random_uuid();
            v_hash := sha256('skald/stream/1'::bytea || uuid_send(v_uuid) || convert_to(p_streams[i], 'UTF8'));
        ELSE
            SELECT s.uuid, s.head_hash INTO v_uuid, v_hash FROM eventstore_stream s
                WHERE s.name = p_streams[i] AND s.version = p_expected[i];
            IF NOT FOUND THEN
                PERFORM eventstore_explain(p_streams[i], p_commands[i], p_fingerprints[i]);
            END IF;
        END IF;
        v_actor := convert_to(p_actors[i], 'UTF8');
        FOR n IN 1 .. p_counts[i] LOOP
            k := v_starts[i] + n - 1;
            v_type := convert_to(p_types[k], 'UTF8');
            v_hash := sha256(
                v_hash || uuid_send(v_uuid) || uuid_send(p_commands[i]) || int4send(p_expected[i] + n)
                || int4send(p_schemas[k]) || int8send(v_at) || int4send(length(v_type)) || int4send(length(v_actor))
                || int4send(length(p_bodies[k])) || v_type || v_actor || p_bodies[k]);
            v_hashes[k] := v_hash;
        END LOOP;
        v_heads[i] := v_hash;
        IF p_expected[i] = 0 THEN
            BEGIN
                INSERT INTO eventstore_stream (name, kind, uuid, version, head_hash, opened_at)
                    VALUES (p_streams[i], split_part(p_streams[i], '-', 1), v_uuid, p_counts[i], v_hash, v_at)
                    RETURNING id INTO v_id;
            EXCEPTION WHEN unique_violation THEN
                PERFORM eventstore_explain(p_streams[i], p_commands[i], p_fingerprints[i]);
            END;
        ELSE
            UPDATE eventstore_stream s SET version = s.version + p_counts[i], head_hash = v_hash
                WHERE s.name = p_streams[i] AND s.version = p_expected[i] AND s.closed_at IS NULL
                RETURNING s.id INTO v_id;
            IF NOT FOUND THEN
                PERFORM eventstore_explain(p_streams[i], p_commands[i], p_fingerprints[i]);
            END IF;
        END IF;
        v_ids[i] := v_id;
    END LOOP;

    PERFORM pg_advisory_xact_lock(357744856132);  -- eventstore.postgres.APPEND_LOCK
    SELECT coalesce(max(e.position), 0) INTO v_position FROM eventstore_event e;
    IF v_known < cardinality(p_types) THEN
        INSERT INTO eventstore_eventtype (id, name)
            SELECT DISTINCT t.id, t.name FROM unnest(p_type_ids, p_types) AS t (id, name)
            WHERE NOT EXISTS (
                SELECT FROM eventstore_eventtype known WHERE known.id = t.id AND known.name = t.name);
    END IF;

    FOR i IN 1 .. cardinality(p_streams) LOOP
        IF EXISTS (SELECT FROM eventstore_command c WHERE c.id = p_commands[i]) THEN
            PERFORM eventstore_explain(p_streams[i], p_commands[i], p_fingerprints[i]);
        END IF;
        INSERT INTO eventstore_command (id, stream_id, first_version, last_version, fingerprint)
            VALUES (p_commands[i], v_ids[i], p_expected[i] + 1, p_expected[i] + p_counts[i], p_fingerprints[i]);
        k := v_starts[i] + p_counts[i] - 1;
        INSERT INTO eventstore_event
                (position, recorded_at, stream_id, version, type_id, schema, command_id, actor, body, hash)
            SELECT v_position + e.n, v_at, v_ids[i], p_expected[i] + e.n, e.type_id, e.schema,
                   p_commands[i], p_actors[i], e.body, e.hash
            FROM unnest(p_type_ids[v_starts[i]:k], p_schemas[v_starts[i]:k], p_bodies[v_starts[i]:k],
                        v_hashes[v_starts[i]:k]) WITH ORDINALITY AS e (type_id, schema, body, hash, n);
        v_position := v_position + p_counts[i];
        first_version := p_expected[i] + 1;
        last_version := p_expected[i] + p_counts[i];
        last_position := v_position;
        head_hash := v_heads[i];
        RETURN NEXT;
    END LOOP;
    PERFORM pg_notify('skald_events', v_position::text);
END
$$;
