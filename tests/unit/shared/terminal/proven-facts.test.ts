import { expect, test } from 'vitest'
import { answerActivation, beginActivation } from '../../../../src-shared/terminal/activation.ts'
import { cardBindingOf } from '../../../../src-shared/terminal/card-binding.ts'
import { bindingBytes } from '../../../../src-shared/terminal/card-encryption.ts'
import { helloProof, welcomeProof } from '../../../../src-shared/terminal/handshake.ts'
import { randomHex } from '../../../../src-shared/terminal/proofs.ts'
import { readCard, readManual } from '../../terminal/sample-commands.ts'

// Terminal and service compute these with the same functions. A fact that both left out would be missed by neither,
// and somebody between them could change it.

/** Each variant of the facts has a proof of its own. */
const allDiffer = (proofs: readonly string[]) => expect(new Set(proofs).size).toBe(proofs.length)
/** The facts, and the same with each single one replaced. */
const variants = <Facts extends object>(
  facts: Facts,
  others: { readonly [Name in keyof Facts]?: unknown },
) => [facts, ...Object.entries(others).map(([name, other]) => ({ ...facts, [name]: other }) as Facts)]

test('an encrypted card is bound to its command, terminal, key, amount and every question to the customer', () => {
  const bound = (command: typeof readCard | typeof readManual, id = 'cmd_1', hsn = 'VT-1', key = 'key_1') =>
    new TextDecoder().decode(bindingBytes(cardBindingOf(id, hsn, command), key))
  const money = { amount: 1_482, currency: 'CAD', include_avs: !readCard.include_avs }
  const cards = variants(readCard, {
    ...{ ...money, show_amount: false, confirm_amount: true, aid: 'debit', include_pin: true, wants: 'chip' },
  })
  const typed = variants(readManual, {
    ...{ ...money, include_avs: !readManual.include_avs, include_cvv: false, include_expiry: false },
  })
  allDiffer([
    ...[...cards, ...typed].map((command) => bound(command)),
    bound(readCard, 'cmd_2'),
    bound(readCard, 'cmd_1', 'VT-2'),
    bound(readCard, 'cmd_1', 'VT-1', 'key_2'),
  ])
  expect(bound({ ...readCard, beep: true })).toBe(bound(readCard))
})

const key = { key_id: 'key_1', card_key: 'card_1', signing_key: 'a'.repeat(64) }
const otherKeys = variants(key, { key_id: 'key_2', card_key: 'card_2', signing_key: 'b'.repeat(64) }).slice(1)

test('the proofs of a link cover the terminal, both nonces, and every field of the welcome', () => {
  const linkKey = randomHex(32)
  const handshakes = variants(
    { hsn: 'VT-1', challenge: 'c1', nonce: 'n1' },
    { hsn: 'VT-2', challenge: 'c2', nonce: 'n2' },
  )
  const welcome = { name: 'Bar', merchant_name: 'Ana’s', date_time: '20261122100000', public_key: key }
  const welcomes = variants(welcome, { name: 'Hall', merchant_name: 'Ben’s', date_time: '20261122100001' })
  const [handshake = { hsn: '', challenge: '', nonce: '' }] = handshakes
  allDiffer([
    ...handshakes.map((facts) => helloProof(linkKey, facts)),
    ...handshakes.map((facts) => welcomeProof(linkKey, facts, welcome)),
    ...welcomes.slice(1).map((facts) => welcomeProof(linkKey, handshake, facts)),
    ...otherKeys.map((public_key) => welcomeProof(linkKey, handshake, { ...welcome, public_key })),
    helloProof(randomHex(32), handshake),
  ])
})

test('the proof of an activation covers the terminal’s name and all of the service’s key, and is not the link’s key', () => {
  const attempt = beginActivation('VT-1', '12345678')
  const answer = answerActivation('VT-1', '12345678', attempt.share, randomHex(64))
  const [ours, theirs] = [attempt.finish(answer.share), answer.finish()]
  if (ours === null || theirs === null) throw new Error('the shares are invalid')
  expect(ours.terminalProof).toBe(theirs.terminalProof)
  allDiffer([
    ours.terminalProof,
    ours.linkKey,
    ours.serviceProof(key, 'Bar'),
    ours.serviceProof(key, 'Hall'),
    ...otherKeys.map((other) => ours.serviceProof(other, 'Bar')),
  ])
})
