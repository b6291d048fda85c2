CREATE TRIGGER eventstore_importedstream_kept BEFORE UPDATE OR DELETE OR TRUNCATE ON eventstore_importedstream
    FOR EACH STATEMENT EXECUTE FUNCTION eventstore_refuse();
