import { describe, expect, test } from 'vitest'
import { noAnswer, openForm, refusal } from './form-harness.ts'

async function begin(begun = {}) {
  const harness = openForm(begun)
  await harness.form.look()
  return harness
}

describe('a form that saves while it is filled in', () => {
  test('a text is saved a moment after it was typed, without the other fields', async () => {
    const { form, saved, passTime } = await begin({ company: { timezone: 'America/Chicago' } })
    form.focus('company.legal_name')
    form.type('company.legal_name', 'Corner Café')
    expect(form.state().saving).toBe('waiting')
    await passTime()
    expect(saved).toEqual([{ company: { legal_name: 'Corner Café' }, address: { country: 'US' } }])
    expect(form.state().saving).toBe('saved')
    // The text of a field is not changed while the field has the focus.
    form.type('company.legal_name', 'Corner Café ')
    await passTime()
    expect(form.draft.text('company.legal_name')).toBe('Corner Café ')
    form.leave('company.legal_name')
    expect(form.draft.text('company.legal_name')).toBe('Corner Café')
  })

  test('a value for the vault is sent when its field is left, and shown masked from then on', async () => {
    const { form, saved, passTime, settled } = await begin()
    form.focus('company.ein')
    form.type('company.ein', '84-9237516')
    await passTime()
    expect(saved).toEqual([])
    form.leave('company.ein')
    await settled()
    expect(saved).toMatchObject([{ company: { ein: '849237516' } }])
    expect(form.draft.text('company.ein')).toBe('')
    expect(form.draft.mask('company.ein')).toBe('•••••7516')
    // It is not sent again when it is left unchanged.
    form.focus('company.ein')
    form.leave('company.ein')
    await passTime()
    expect(saved).toHaveLength(1)
    expect(form.isUnsaved()).toBe(false)
  })

  test('a value for the vault that is still being typed is not shown as saved, and is sent with the form', async () => {
    const { form, saved, submitted, ofOwner, passTime } = await begin({ owners: [{ id: 'own_9' }] })
    form.type('name', 'Corner')
    form.focus(ofOwner('ssn'))
    form.type(ofOwner('ssn'), '457-55-8462')
    await passTime()
    expect(form.state()).toMatchObject({ saving: 'waiting', isUnsaved: true })
    await form.submit()
    expect(saved.at(-1)).toMatchObject({ owners: [{ id: 'own_9', ssn: '457558462' }] })
    expect(submitted).toHaveLength(1)
  })

  test('without a connection nothing that was typed is lost, and everything is sent once it is back', async () => {
    const { form, saved, failures, application, passTime, settled } = await begin()
    failures.push(noAnswer, refusal(503, 'unavailable'))
    form.type('name', 'Corner')
    form.leave('name')
    await settled()
    expect(form.state().saving).toBe('offline')
    expect(form.isUnsaved()).toBe(true)
    form.type('company.phone_number', '+12175550100')
    expect(form.draft.text('name')).toBe('Corner')
    await passTime()
    expect(form.state().saving).toBe('offline')
    await passTime()
    expect(form.state().saving).toBe('saved')
    // The first change is repeated unchanged until it is answered; then what was typed meanwhile is sent.
    expect(saved.map(({ name }) => name)).toEqual(['Corner', 'Corner', 'Corner', undefined])
    expect(application()).toMatchObject({ name: 'Corner', company: { phone_number: '+12175550100' } })
    expect(form.isUnsaved()).toBe(false)
  })

  test('text that is typed before an answer arrives is sent with the next request', async () => {
    const { form, saved, holdAnswers, settled, passTime, application } = await begin()
    const release = holdAnswers()
    form.type('name', 'Corner')
    form.leave('name')
    await settled()
    form.focus('name')
    form.type('name', 'Corner Café')
    await release()
    expect(form.draft.text('name')).toBe('Corner Café')
    form.leave('name')
    await passTime()
    expect(saved.map(({ name }) => name)).toEqual(['Corner', 'Corner Café'])
    expect(application().name).toBe('Corner Café')
  })

  test('a field that the service refuses is marked, and the others are still saved', async () => {
    const { form, failures, application, settled } = await begin()
    failures.push(refusal(400, 'parameter_invalid', 'company.mcc'))
    form.type('company.mcc', '5812')
    form.type('company.website', 'corner.example.com')
    form.leave('company.website')
    await settled()
    expect(form.state().problems).toEqual({ 'company.mcc': { key: 'problem.refused' } })
    expect(form.draft.text('company.mcc')).toBe('5812')
    expect(application().company).toMatchObject({ website: 'corner.example.com' })
    expect(application().company?.mcc).toBeUndefined()
  })

  test('a saved field that the service refuses must be corrected, and what was typed is saved with it', async () => {
    const company = { ownership_type: 'PRIVATE' } as const
    const owners = [{ id: 'own_9', title: 'CEO' as const }]
    const { form, failures, application, settled, ofOwner } = await begin({ company, owners })
    failures.push(refusal(400, 'parameter_invalid', 'owners.0.title'))
    form.type('company.ownership_type', 'PARTNERSHIP')
    form.leave('company.ownership_type')
    await settled()
    expect(form.state().problems).toEqual({ [ofOwner('title')]: { key: 'problem.refused' } })
    expect(form.state()).toMatchObject({ saving: 'refused', isUnsaved: true })
    form.type(ofOwner('title'), 'PARTNER')
    form.leave(ofOwner('title'))
    await settled()
    expect(form.state()).toMatchObject({ saving: 'saved', isUnsaved: false, problems: {} })
    expect(application()).toMatchObject({
      company: { ownership_type: 'PARTNERSHIP' },
      owners: [{ title: 'PARTNER' }],
    })
  })

  test('changing the country validates the typed state and postal code again', async () => {
    const { form, failures, saved, settled } = await begin({ address: { country: 'US' } as never })
    failures.push(refusal(400, 'parameter_invalid', 'address.state', 'address.zip_code'))
    form.type('address.state', 'ON')
    form.type('address.zip_code', 'K1A 0B1')
    form.leave('address.zip_code')
    await settled()
    form.type('address.country', 'CA')
    form.leave('address.country')
    await settled()
    expect(form.state()).toMatchObject({ saving: 'saved', problems: {} })
    expect(saved.at(-1)).toMatchObject({ address: { country: 'CA', state: 'ON', zip_code: 'K1A 0B1' } })
  })

  test('a default that the page shows is saved with the submission, also of an owner who came from elsewhere', async () => {
    const { form, saved, setMissing } = await begin({
      owners: [{ id: 'own_1', first_name: 'Ana' } as never],
      address: { country: 'US' } as never,
      company: { timezone: 'America/Chicago' } as never,
      terms_accepted: true,
    })
    setMissing(['owners.0.residence_address.country'])
    await form.look()
    await form.submit()
    expect(saved).toMatchObject([{ owners: [{ id: 'own_1', residence_address: { country: 'US' } }] }])
  })

  test('an answer from before a save does not restore the old values', async () => {
    const { form, holdAnswers, settled } = await begin({ name: 'Former' })
    const release = holdAnswers()
    form.type('name', 'Corner')
    form.leave('name')
    const looked = form.look()
    await release()
    await looked
    await settled()
    expect(form.draft.text('name')).toBe('Corner')
  })

  test('an invalid value is shown when its field is left, and is not sent', async () => {
    const { form, saved, passTime, ofOwner, settled } = await begin()
    form.type(ofOwner('email'), 'ana')
    form.type(ofOwner('first_name'), 'Ana')
    expect(form.state().problems).toEqual({})
    form.leave(ofOwner('email'))
    await settled()
    expect(form.state().problems).toEqual({ [ofOwner('email')]: { key: 'problem.email' } })
    await passTime()
    expect(saved.at(-1)?.owners).toEqual([
      { first_name: 'Ana', signer: true, residence_address: { country: 'US' } },
    ])
    form.showStep(3)
    expect(form.goOn()).toBe(ofOwner('email'))
    expect(form.state().step).toBe(3)
    form.type(ofOwner('email'), 'ana@example.com')
    expect(form.goOn()).toBeNull()
    expect(form.state().step).toBe(4)
  })
})

describe('the owners of a form', () => {
  test('an owner keeps the vault data when another owner is changed or removed', async () => {
    const { form, saved, ofOwner, settled, application } = await begin()
    form.type(ofOwner('first_name'), 'Ana')
    form.type(ofOwner('ssn'), '457-55-8462')
    form.leave(ofOwner('ssn'))
    await settled()
    form.addRow()
    form.type(ofOwner('first_name', 1), 'Ben')
    form.leave(ofOwner('first_name', 1))
    await settled()
    expect(saved.at(-1)?.owners).toEqual([
      { id: 'own_1' },
      { first_name: 'Ben', signer: false, residence_address: { country: 'US' } },
    ])
    expect(application().owners).toMatchObject([
      { first_name: 'Ana', ssn: '*****8462', signer: true },
      { first_name: 'Ben', signer: false },
    ])
    form.chooseSigner(form.state().rows[1]?.key ?? '')
    await form.look()
    form.removeRow(form.state().rows[0]?.key ?? '')
    await settled()
    expect(application().owners).toMatchObject([{ id: 'own_2', first_name: 'Ben', signer: true }])
    expect(form.draft.text(ofOwner('first_name'))).toBe('Ben')
  })

  test('an owner without any data is not sent, and there is always a row to fill in', async () => {
    const { form, saved, passTime } = await begin()
    form.addRow()
    form.type('name', 'Corner')
    await passTime()
    expect(saved.at(-1)).not.toHaveProperty('owners')
    for (const { key } of form.state().rows.slice(1)) form.removeRow(key)
    expect(form.state().rows).toHaveLength(1)
  })

  test('shares of more than 100 percent in total stop the form before it is sent', async () => {
    const { form, saved, submitted, ofOwner } = await begin()
    form.addRow()
    form.type(ofOwner('ownership_percent'), '60')
    form.type(ofOwner('ownership_percent', 1), '50 %')
    expect(form.isOverShared()).toBe(true)
    await form.submit()
    expect([submitted, saved]).toEqual([[], []])
    expect(form.isUnsaved()).toBe(true)
    expect(form.state().submitting).toBe('incomplete')
  })
})

describe('submitting a form', () => {
  test('an incomplete form lists the missing fields by their position on the page, and is not sent', async () => {
    const owners = [{ id: 'own_9', first_name: 'Ana' }]
    const harness = openForm({ owners })
    harness.setMissing(['terms_accepted', 'owners.0.ssn', 'address.zip_code', 'address.city'])
    const { form, submitted, ofOwner } = harness
    await form.look()
    await form.submit()
    expect(submitted).toEqual([])
    expect(form.state().submitting).toBe('incomplete')
    expect(form.missing()).toEqual(['address.city', 'address.zip_code', ofOwner('ssn'), 'terms_accepted'])
    const steps = form
      .missing()
      .map((path) => form.state().steps.find((step) => form.isOfStep(step, path))?.name)
    expect(steps).toEqual(['address', 'address', 'owners', 'check'])
  })

  test('a form that is sent again and is incomplete opens the step that lists the missing fields', async () => {
    const harness = openForm({ status: 'NEED_INFORMATION' })
    harness.setMissing(['address.city'])
    const { form, submitted } = harness
    await form.look()
    await form.submit()
    expect(submitted).toEqual([])
    const { submitting, isReviewing, steps, step } = form.state()
    expect([submitting, isReviewing, steps[step]?.name]).toEqual(['incomplete', true, 'check'])
  })

  test('a form is saved before it is submitted, and forgets the typed text once it has arrived', async () => {
    const { form, saved, submitted } = await begin()
    form.type('name', 'Corner')
    await form.submit()
    expect(saved).toHaveLength(1)
    expect(submitted).toHaveLength(1)
    expect(form.state()).toMatchObject({ submitting: 'no', view: { standing: 'review' } })
    expect(form.isUnsaved()).toBe(false)
  })

  test('a form that could not be submitted shows that, and can be submitted again', async () => {
    const { form, failures } = await begin()
    failures.push(noAnswer)
    await form.submit()
    expect(form.state().submitting).toBe('failed')
    await form.submit()
    expect(form.state().view?.standing).toBe('review')
  })

  test('a replaced link ends the page', async () => {
    const { form, failures, settled } = await begin()
    failures.push(refusal(404, 'resource_missing', 'x-client-secret'))
    form.type('name', 'Corner')
    form.leave('name')
    await settled()
    expect(form.state().at).toBe('not_found')
  })
})
