// Written by `npm run kits` from the OpenAPI description. Do not edit.
export {};
