import type { z } from 'zod'
import type { HeldBy } from '../../../src-shared/api/errors.ts'
import type { terminalClientSchema } from '../../../src-shared/api/schemas/terminal.ts'
import { type Clock, isoTime } from '../../time/clock.ts'
import type { SessionClient, SessionDocument } from '../rows.ts'
import { hashOf } from '../secrets.ts'

/** Returns the identity that a POS gives at connect. */
export const clientOf = (client: z.infer<typeof terminalClientSchema> | undefined): SessionClient | null =>
  client === undefined ? null : { id_hash: hashOf(client.id), name: client.name ?? null }

/** Whether both are the same POS. One that did not identify itself is a different one each time. */
export const isClient = (one: SessionClient | null, other: SessionClient | null): boolean =>
  one !== null && other !== null && one.id_hash === other.id_hash

export const sameHolder = (one: SessionDocument, other: SessionDocument): boolean =>
  one.session_id === other.session_id || isClient(one.client, other.client)

/** Returns the holder as shown to other counters: by name, never by id. @param until in ms of verified time */
export const heldBy = (
  { dated }: Pick<Clock, 'dated'>,
  session: SessionDocument,
  until = session.expires_at,
): HeldBy => ({
  name: session.client?.name ?? null,
  since: isoTime(dated(session.since)),
  expires_at: isoTime(dated(until)),
})
