-- SQLite has no TRUNCATE and takes OR REPLACE for a DELETE that fires no trigger: hence the guards on INSERT.
CREATE TRIGGER eventstore_event_no_update BEFORE UPDATE ON eventstore_event BEGIN
    SELECT RAISE(ABORT, 'UPDATE of eventstore_event is refused: what is recorded never changes');
END;
CREATE TRIGGER eventstore_event_no_delete BEFORE DELETE ON eventstore_event BEGIN
    SELECT RAISE(ABORT, 'DELETE of eventstore_event is refused: what is recorded never changes');
END;
CREATE TRIGGER eventstore_command_no_update BEFORE UPDATE ON eventstore_command BEGIN
    SELECT RAISE(ABORT, 'UPDATE of eventstore_command is refused: what is recorded never changes');
END;
CREATE TRIGGER eventstore_command_no_delete BEFORE DELETE ON eventstore_command BEGIN
    SELECT RAISE(ABORT, 'DELETE of eventstore_command is refused: what is recorded never changes');
END;
CREATE TRIGGER eventstore_eventtype_no_update BEFORE UPDATE ON eventstore_eventtype BEGIN
    SELECT RAISE(ABORT, 'UPDATE of eventstore_eventtype is refused: what is recorded never changes');
END;
CREATE TRIGGER eventstore_eventtype_no_delete BEFORE DELETE ON eventstore_eventtype BEGIN
    SELECT RAISE(ABORT, 'DELETE of eventstore_eventtype is refused: what is recorded never changes');
END;
CREATE TRIGGER eventstore_seal_no_update BEFORE UPDATE ON eventstore_seal BEGIN
    SELECT RAISE(ABORT, 'UPDATE of eventstore_seal is refused: what is recorded never changes');
END;
CREATE TRIGGER eventstore_seal_no_delete BEFORE DELETE ON eventstore_seal BEGIN
    SELECT RAISE(ABORT, 'DELETE of eventstore_seal is refused: what is recorded never changes');
END;
CREATE TRIGGER eventstore_stream_no_delete BEFORE DELETE ON eventstore_stream BEGIN
    SELECT RAISE(ABORT, 'DELETE of eventstore_stream is refused: what is recorded never changes');
END;
CREATE TRIGGER eventstore_stream_grows BEFORE UPDATE ON eventstore_stream
WHEN NEW.id <> OLD.id OR NEW.name <> OLD.name OR NEW.kind <> OLD.kind OR NEW.uuid <> OLD.uuid
    OR NEW.opened_at <> OLD.opened_at OR NEW.version < OLD.version BEGIN
    SELECT RAISE(ABORT, 'UPDATE of eventstore_stream is refused: a stream keeps its identity and only grows');
END;
CREATE TRIGGER eventstore_event_at_the_end BEFORE INSERT ON eventstore_event
WHEN NEW.position IS NOT 1 + (SELECT coalesce(max(position), 0) FROM eventstore_event)
    OR NEW.version IS NOT 1 + (SELECT coalesce(max(version), 0) FROM eventstore_event
                               WHERE stream_id = NEW.stream_id) BEGIN
    SELECT RAISE(ABORT, 'INSERT into eventstore_event is refused: an event goes to the end');
END;
CREATE TRIGGER eventstore_command_no_replace BEFORE INSERT ON eventstore_command
WHEN EXISTS (SELECT 1 FROM eventstore_command WHERE id = NEW.id) BEGIN
    SELECT RAISE(ABORT, 'REPLACE in eventstore_command is refused: what is recorded never changes');
END;
CREATE TRIGGER eventstore_eventtype_no_replace BEFORE INSERT ON eventstore_eventtype
WHEN EXISTS (SELECT 1 FROM eventstore_eventtype WHERE id = NEW.id) BEGIN
    SELECT RAISE(ABORT, 'REPLACE in eventstore_eventtype is refused: what is recorded never changes');
END;
CREATE TRIGGER eventstore_seal_no_replace BEFORE INSERT ON eventstore_seal
WHEN EXISTS (SELECT 1 FROM eventstore_seal WHERE number = NEW.number) BEGIN
    SELECT RAISE(ABORT, 'REPLACE in eventstore_seal is refused: what is recorded never changes');
END;
CREATE TRIGGER eventstore_stream_no_replace BEFORE INSERT ON eventstore_stream
WHEN EXISTS (SELECT 1 FROM eventstore_stream WHERE name = NEW.name OR id = NEW.id) BEGIN
    SELECT RAISE(ABORT, 'REPLACE in eventstore_stream is refused: what is recorded never changes');
END;
