CREATE TRIGGER eventstore_event_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON eventstore_event
    FOR EACH STATEMENT EXECUTE FUNCTION eventstore_refuse();
CREATE TRIGGER eventstore_command_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON eventstore_command
    FOR EACH STATEMENT EXECUTE FUNCTION eventstore_refuse();
CREATE TRIGGER eventstore_eventtype_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON eventstore_eventtype
    FOR EACH STATEMENT EXECUTE FUNCTION eventstore_refuse();
CREATE TRIGGER eventstore_seal_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON eventstore_seal
    FOR EACH STATEMENT EXECUTE FUNCTION eventstore_refuse();
CREATE TRIGGER eventstore_stream_kept BEFORE DELETE OR TRUNCATE ON eventstore_stream
    FOR EACH STATEMENT EXECUTE FUNCTION eventstore_refuse();
CREATE TRIGGER eventstore_stream_grows BEFORE UPDATE ON eventstore_stream
    FOR EACH ROW EXECUTE FUNCTION eventstore_guard_stream();
