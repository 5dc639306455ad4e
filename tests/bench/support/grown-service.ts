import { fromRoot } from '../../../scripts/lib/paths.mjs'
import { serviceArguments } from './grown-shop.ts'
import { type ReadyProcess, startProcess } from './processes.ts'

export interface GrownService {
  readonly process: ReadyProcess
  /** Posts the body, or sends a GET without one. @throws with the service's answer, if not 200 */
  readonly call: <Reply>(path: string, body?: object) => Promise<Reply>
}

/** Starts the service of a grown shop. @param place its folder, and PostgreSQL's address if its rows are there */
export async function startGrownService(place: {
  readonly folder: string
  readonly url: string | null
}): Promise<GrownService> {
  const process = await startProcess(
    fromRoot('dist/service/main.js'),
    serviceArguments(place.folder),
    place.url === null ? {} : { DATABASE_URL: place.url },
  )
  const { url = '', private_key: apiKey = '', account_id: accountId = '' } = process.ready
  const headers = { 'content-type': 'application/json', 'x-api-key': apiKey, 'x-account-id': accountId }
  const call: GrownService['call'] = async (path, body) => {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    const response = await fetch(`${url}${path}`, { ...init, headers })
    const text = await response.text()
    if (response.status !== 200) throw new Error(`${path}: ${text}`)
    return JSON.parse(text) as never
  }
  return { process, call }
}
