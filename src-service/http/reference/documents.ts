import { errorsMarkdown } from './errors-page.ts'
import { openApiDocument } from './openapi.ts'
import { postmanCollection } from './postman.ts'
import { webhookExamples } from './webhook-examples.ts'

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/** Returns the files in docs/api that are generated from the table, by file name. */
export function referenceDocuments(): Readonly<Record<string, string>> {
  const document = openApiDocument()
  return {
    'openapi.json': json(document),
    'postman.json': json(postmanCollection(document)),
    'errors.md': errorsMarkdown(),
    'webhooks.json': json(webhookExamples()),
  }
}
