// Runs each generator on openapi.json; the clients are written beside this file.

import { writeFile } from 'node:fs/promises'
import { createClient } from '@hey-api/openapi-ts'
import openapiTypescript, { astToString } from 'openapi-typescript'
import orval from 'orval'

await createClient({
  input: './openapi.json',
  output: { path: './generated/hey-api', importFileExtension: '.js' },
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
  logs: { level: 'silent' },
})
await writeFile(
  './generated/schema.d.ts',
  astToString(await openapiTypescript(new URL('./openapi.json', import.meta.url))),
)
await orval.generate({
  input: { target: './openapi.json' },
  output: {
    target: './generated/orval/client.ts',
    client: 'fetch',
    mode: 'single',
    override: { mutator: { path: './tours/orval-fetch.ts', name: 'orvalFetch', extension: '.js' } },
  },
})
