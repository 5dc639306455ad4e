import { describe, expect, test } from 'vitest'
import { noAnswer, openForm, refusal } from './form-harness.ts'

async function begin(begun = {}) {
  const harness = openForm(begun)
  await harness.form.look()
  return harness
}

describe('a form that is also filled in on another device', () => {
  const ana = { id: 'own_a', first_name: 'Ana', signer: true }
  const ben = { id: 'own_b', first_name: 'Ben' }

  test('owners that were saved elsewhere stay, together with what was typed here since', async () => {
    const { form, saved, saveElsewhere, settled, application } = await begin({ owners: [ana] })
    form.addRow()
    form.type(`owners.${form.state().rows[1]?.key}.first_name`, 'Cleo')
    saveElsewhere({ owners: [ana, ben], name: 'Corner Café' })
    form.type(`owners.${form.state().rows[0]?.key}.email`, 'ana@example.com')
    form.flush()
    await settled()
    expect(application().owners).toMatchObject([
      { id: 'own_a', first_name: 'Ana', email: 'ana@example.com' },
      { id: 'own_b', first_name: 'Ben' },
      { first_name: 'Cleo' },
    ])
    expect(form.draft.text('name')).toBe('Corner Café')
    expect(saved).toHaveLength(2)
    expect(form.state()).toMatchObject({ saving: 'saved', isUnsaved: false, isMerged: true })
    form.dismissMerged()
    expect(form.state().isMerged).toBe(false)
  })

  test('an owner who is removed here is removed, and one who was added elsewhere stays', async () => {
    const { form, saveElsewhere, settled, application } = await begin({ owners: [ana, ben] })
    saveElsewhere({ owners: [ana, ben, { id: 'own_d', first_name: 'Dan' }] })
    form.removeRow(form.state().rows[1]?.key ?? '')
    await settled()
    expect(application().owners.map(({ id }) => id)).toEqual(['own_a', 'own_d'])
    expect(form.state().rows).toHaveLength(2)
  })

  test('an owner who was removed elsewhere is removed, except for what was typed about them here', async () => {
    const { form, ofOwner, saveElsewhere, settled, application } = await begin({ owners: [ana, ben] })
    form.type(ofOwner('email', 1), 'ben@example.com')
    saveElsewhere({ owners: [ana] })
    form.leave(ofOwner('email', 1))
    await settled()
    expect(application().owners).toMatchObject([{ id: 'own_a' }, { email: 'ben@example.com' }])
    expect(application().owners[1]).not.toHaveProperty('first_name')
    saveElsewhere({ owners: [ana] })
    await form.look()
    expect(form.state().rows).toHaveLength(1)
  })

  test("loading the service's state keeps unsaved input, and the next save removes no owner", async () => {
    const { form, ofOwner, saveElsewhere, settled, application } = await begin({ owners: [ana] })
    form.type(ofOwner('email'), 'ana@')
    form.addRow()
    form.removeRow(form.state().rows[1]?.key ?? '')
    saveElsewhere({ owners: [ana, ben] })
    await form.look()
    expect(form.draft.text(ofOwner('email'))).toBe('ana@')
    form.type(ofOwner('email'), 'ana@example.com')
    form.leave(ofOwner('email'))
    await settled()
    expect(application().owners).toMatchObject([{ email: 'ana@example.com' }, { first_name: 'Ben' }])
  })

  test('a change elsewhere without visible effect shows no message', async () => {
    const { form, saveElsewhere, settled, application } = await begin()
    saveElsewhere({ updated_at: '2026-11-22T13:00:00.000Z' })
    form.type('name', 'Corner')
    form.leave('name')
    await settled()
    expect(application().name).toBe('Corner')
    expect(form.state().isMerged).toBe(false)
  })

  test('only one owner signs, even when another one was chosen elsewhere', async () => {
    const { form, saveElsewhere, settled, application } = await begin({ owners: [ana, ben] })
    saveElsewhere({
      owners: [{ ...ana, signer: false }, ben, { id: 'own_c', first_name: 'Cleo', signer: true }],
    })
    form.chooseSigner(form.state().rows[1]?.key ?? '')
    form.flush()
    await settled()
    expect(application().owners.map(({ signer }) => signer)).toEqual([false, true, false])
  })

  test('choosing the signer does not create an owner without data', async () => {
    const { form, saved, settled } = await begin({ owners: [ana, ben] })
    form.addRow()
    form.chooseSigner(form.state().rows[1]?.key ?? '')
    form.flush()
    await settled()
    expect(saved.at(-1)?.owners).toMatchObject([
      { id: 'own_a', signer: false },
      { id: 'own_b', signer: true },
    ])
  })

  test('a service that keeps refusing is asked again after a pause, not in an endless loop', async () => {
    const { form, failures, saved, settled } = await begin()
    failures.push(...Array.from({ length: 40 }, () => refusal(409, 'state_conflict', 'revision')))
    form.type('name', 'Corner')
    form.leave('name')
    await settled()
    expect(saved.length).toBeLessThan(10)
    expect(form.state()).toMatchObject({ saving: 'offline', isUnsaved: true })
  })
})

describe('a save without an answer', () => {
  test('is repeated unchanged with its key, so that an owner is added once', async () => {
    const { form, saved, keys, loseAnswer, passTime, settled, ofOwner, application } = await begin()
    loseAnswer()
    form.type(ofOwner('first_name'), 'Ana')
    form.leave(ofOwner('first_name'))
    await settled()
    expect(form.state()).toMatchObject({ saving: 'offline', isUnsaved: true })
    form.type(ofOwner('last_name'), 'Torres')
    // The service already returns the owner, whose id this page does not know yet.
    await form.look()
    await passTime()
    expect(saved[1]).toEqual(saved[0])
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[0])
    expect(application().owners).toMatchObject([{ id: 'own_1', first_name: 'Ana', last_name: 'Torres' }])
    expect(form.state().rows).toHaveLength(1)
    expect(form.state()).toMatchObject({ saving: 'saved', isUnsaved: false })
  })

  test('keeps the text of a field that is left again before the answer', async () => {
    const { form, failures, settled, passTime, application } = await begin({ name: 'Former' })
    failures.push(noAnswer)
    form.type('name', 'Corner')
    form.leave('name')
    await settled()
    form.focus('name')
    form.leave('name')
    expect(form.draft.text('name')).toBe('Corner')
    await passTime()
    expect(application().name).toBe('Corner')
  })

  test('does not bring back an owner who was removed before the answer', async () => {
    const { form, holdAnswers, settled, ofOwner, application } = await begin({ owners: [{ id: 'own_9' }] })
    const release = holdAnswers()
    form.addRow()
    form.type(ofOwner('first_name', 1), 'Ben')
    form.flush()
    await settled()
    form.removeRow(form.state().rows[1]?.key ?? '')
    await release()
    await settled()
    expect(form.state().rows).toHaveLength(1)
    expect(application().owners.map(({ id }) => id)).toEqual(['own_9'])
  })
})
