import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { build } from '../../scripts/lib/build.mjs'
import { fromRoot } from '../../scripts/lib/paths.mjs'
import { openDatabase } from '../../src-service/store/sqlite/database.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** A service as a process. @returns what it printed when it was ready, and how it is killed */
async function start(data: string) {
  const args = [fromRoot('dist/service/main.js'), '--port', '0', '--data', data, '--sandbox']
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'close')
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  onTestFinished(kill)
  const [line] = await once(child.stdout, 'data')
  const { url, private_key, business_id } = JSON.parse(String(line)) as Record<string, string>
  return { url: String(url), privateKey: String(private_key), business: String(business_id), kill }
}

/** Lasts until the process is killed: SQLite has no pause. */
const forever = `SELECT count(*) FROM
  (WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers) SELECT n FROM numbers)`

test('a key that was made just before its maker was deactivated ends with it, even if the service is killed just then', async () => {
  await build({ names: ['service'], report: () => {} })
  const data = await temporaryFolder('maker-killed')
  const { url, privateKey, business, kill } = await start(data)
  const send = (method: string, path: string, headers: Record<string, string>, body?: object) =>
    fetch(`${url}${path}`, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
  const admin = { 'x-api-key': privateKey }
  const person = { first_name: 'Ada', last_name: 'King', email: 'ada@example.com', business_id: business }
  const { id } = (await (await send('POST', '/users', admin, person)).json()) as { id: string }
  const link = (await (await send('POST', `/v1/users/${id}/login_url`, admin, {})).json()) as {
    login_url: string
  }
  const own = { origin: url, 'sec-fetch-site': 'same-origin' }
  const signedIn = await send('POST', '/user_sessions', own, { token: link.login_url.split('#')[1] })
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
  const made = await send('POST', '/api_keys', { ...own, cookie }, { level: 'business', name: 'Late' })
  const { key } = (await made.json()) as { key: string }
  expect((await send('GET', '/payment_intents', { 'x-api-key': key })).status).toBe(200)

  const database = openDatabase(join(data, 'service.db'))
  onTestFinished(() => void database.close())
  // The first look of the change does not find the key, as if it was made after it, and the commit after it does not end.
  database.exec(`UPDATE api_keys SET maker = 'usr_unseen' WHERE maker = '${id}';
    CREATE TRIGGER appears AFTER UPDATE ON users BEGIN
      UPDATE api_keys SET maker = '${id}' WHERE maker = 'usr_unseen';
    END;
    CREATE TRIGGER not_revoked_yet BEFORE UPDATE OF document ON api_keys BEGIN ${forever}; END`)
  const change = send('PUT', `/users/${id}/status`, admin, { status: 'INACTIVE' }).catch(() => 'killed')
  const status = database.prepare('SELECT document FROM users WHERE id = ?')
  const stored = () => JSON.parse((status.get(id) as { document: string }).document).status
  await expect.poll(stored, { timeout: 30_000 }).toBe('INACTIVE')
  await kill()
  expect(await change).toBe('killed')
  database.exec('DROP TRIGGER appears; DROP TRIGGER not_revoked_yet')
  const keyNow = database.prepare('SELECT document FROM api_keys WHERE maker = ?').get(id) as {
    document: string
  }
  expect(JSON.parse(keyNow.document).revoked_at).toBeNull()

  const again = await start(data)
  const answer = (by: string) => fetch(`${again.url}/payment_intents`, { headers: { 'x-api-key': by } })
  expect((await answer(key)).status).toBe(401)
  expect((await answer(again.privateKey)).status).toBe(200)
})
