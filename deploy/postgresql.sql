-- Create a database for several nodes. Run it as the administrator of PostgreSQL:
--   psql -f deploy/postgresql.sql
-- Then set a password (\password cartagena) and create the schema as that role:
--   cartagena admin migrate --database postgresql://cartagena:…@db/cartagena

CREATE ROLE cartagena LOGIN;
CREATE DATABASE cartagena OWNER cartagena ENCODING 'UTF8' TEMPLATE template0;
REVOKE ALL ON DATABASE cartagena FROM PUBLIC;
-- Acknowledged moves must not be lost, whatever the default of the server is.
ALTER DATABASE cartagena SET synchronous_commit = on;
