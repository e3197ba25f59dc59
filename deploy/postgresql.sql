-- A database for several nodes, as PostgreSQL's administrator:
--   psql -f deploy/postgresql.sql
-- Then give the role a password (\password cartagena) and, as the role, the database its form:
--   cartagena admin migrate --database postgresql://cartagena:…@db/cartagena

CREATE ROLE cartagena LOGIN;
CREATE DATABASE cartagena OWNER cartagena ENCODING 'UTF8' TEMPLATE template0;
REVOKE ALL ON DATABASE cartagena FROM PUBLIC;
-- What was acknowledged must not be lost, whatever the rest of the machine is set to.
ALTER DATABASE cartagena SET synchronous_commit = on;
