import type { z } from 'zod'
import type { HeldBy } from '../../../src-shared/api/errors.ts'
import type { terminalClientSchema } from '../../../src-shared/api/schemas/terminal.ts'
import { type Clock, isoTime } from '../../clock.ts'
import type { SessionClient, SessionDocument } from '../rows.ts'
import { hashOf } from '../secrets.ts'

/** What a POS identifies itself by at connect. */
export const clientOf = (client: z.infer<typeof terminalClientSchema> | undefined): SessionClient | null =>
  client === undefined ? null : { id_hash: hashOf(client.id), name: client.name ?? null }

/** A POS that identified itself knows its own sessions again; one that did not is a stranger each time. */
export const isClient = (one: SessionClient | null, other: SessionClient | null): boolean =>
  one !== null && other !== null && one.id_hash === other.id_hash

export const sameHolder = (one: SessionDocument, other: SessionDocument): boolean =>
  one.session_id === other.session_id || isClient(one.client, other.client)

/** As it is shown to other counters: by name, never by id. @param until ms by verified time */
export const heldBy = (
  { dated }: Pick<Clock, 'dated'>,
  session: SessionDocument,
  until = session.expires_at,
): HeldBy => ({
  name: session.client?.name ?? null,
  since: isoTime(dated(session.since)),
  expires_at: isoTime(dated(until)),
})
