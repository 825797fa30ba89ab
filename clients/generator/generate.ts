// npm run kits: writes the generated part of the client kits from the OpenAPI description.
import { writeFiles } from './files.ts';

process.stdout.write(`${await writeFiles()} files written.\n`);
