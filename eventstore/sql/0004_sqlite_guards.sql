CREATE TRIGGER eventstore_importedstream_no_update BEFORE UPDATE ON eventstore_importedstream BEGIN
    SELECT RAISE(ABORT, 'UPDATE of eventstore_importedstream is refused: what is recorded never changes');
END;
CREATE TRIGGER eventstore_importedstream_no_delete BEFORE DELETE ON eventstore_importedstream BEGIN
    SELECT RAISE(ABORT, 'DELETE of eventstore_importedstream is refused: what is recorded never changes');
END;
CREATE TRIGGER eventstore_importedstream_no_replace BEFORE INSERT ON eventstore_importedstream
WHEN EXISTS (SELECT 1 FROM eventstore_importedstream WHERE id = NEW.id) BEGIN
    SELECT RAISE(ABORT, 'REPLACE in eventstore_importedstream is refused: what is recorded never changes');
END;
