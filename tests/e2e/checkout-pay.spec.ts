import {
  expect,
  expectScreen,
  fillCard,
  openLink,
  paymentsOf,
  pressPay,
  sessionOf,
  test,
} from './support/payer.ts'

/** A card whose bank answers after half a minute, with an approval. */
const answersLate = '4000000000050015'
const visa = '4242424242424242'

test('a payer pays a link and is redirected to the shop, which gets no other data', async ({
  payer,
  payments,
  shopSite,
}) => {
  const { session, page } = await openLink(payer, payments, {
    amount: 4500,
    success_url: `${shopSite.url}/thanks?order=7`,
    cancel_url: `${shopSite.url}/basket`,
  })
  const secret = session.link.split('#')[1] ?? 'none'
  await expect(page.getByText('This is a test: no real money moves.')).toBeVisible()
  await fillCard(page, visa)
  await pressPay(page)
  await expectScreen(page, 'paid')
  await expect(page.getByText('Visa •••• 4242')).toBeVisible()
  expect(await paymentsOf(payments, session)).toEqual(['captured'])
  // No card data or secret stays in the browser, and all requests go to the service.
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
  )
  expect(kept).toBe('[{},{},""]')
  const state = JSON.stringify(await payer.context.storageState({ indexedDB: true }))
  expect(state).not.toContain(visa)
  expect(state).not.toContain(secret)
  const { origin } = new URL(session.link)
  const holding = payer.requests.filter(({ body }) => body.includes(visa))
  expect(holding.map(({ url }) => url)).toEqual([`${origin}/checkout_pages/${session.id}/collect`])
  await page.getByRole('link', { name: /^Continue to/ }).click()
  await expect(page.getByRole('heading', { name: 'Shop' })).toBeVisible()
  expect(shopSite.visits.find(({ url }) => url.startsWith('/thanks'))).toEqual({
    url: `/thanks?order=7&session_id=${session.id}`,
    referrer: undefined,
  })
  for (const { url, referrer } of payer.requests) {
    // Playwright includes the part after #, which is not sent over the network.
    const sent = url.split('#')[0]
    expect(`${sent} ${referrer}`).not.toContain(secret)
  }
  // The back button shows the known result, and does not redirect again.
  await page.goBack()
  await expect(page.getByText('Visa •••• 4242')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Continue to/ })).toBeVisible()
  await expect(page.getByText(/You will continue to/)).toHaveCount(0)
  expect(payer.complaints).toEqual([])
})

test('a debit card bears no surcharge, and its payer sees the lower total and agrees before the charge', async ({
  payer,
  payments,
}) => {
  const { session, page } = await openLink(payer, payments, {
    amount: 10_000,
    surcharge: { type: 'percentage', percent: 3 },
  })
  await expect(page.getByText('$103.00').first()).toBeVisible()
  await fillCard(page, '4000056655665556', '60601')
  await pressPay(page)
  await expectScreen(page, 'confirm')
  await expect(page.getByText('There is no surcharge with this card.')).toBeVisible()
  expect(await paymentsOf(payments, session)).toEqual([])
  await page.getByRole('button', { name: 'Use something else' }).click()
  await expect(page.getByLabel('Card number')).toHaveValue('')
  // A credit card costs the amount shown, so the payer is not asked again.
  await fillCard(page, visa, '60601')
  await page.getByRole('button', { name: 'Pay $103.00' }).click()
  await expectScreen(page, 'paid')
  await expect(page.getByText('of which surcharge')).toBeVisible()
  expect((await payments.payments(session.payment_intent_id))[0]).toMatchObject({ amount: 10_300 })
})

test('a decline is explained in plain words, and another card can pay', async ({ payer, payments }) => {
  const { session, page } = await openLink(payer, payments, { amount: 2100 })
  await fillCard(page, '4000000000009995')
  await pressPay(page)
  await expectScreen(page, 'declined')
  await expect(page.getByRole('alert').filter({ hasText: 'not enough money' })).toContainText(
    'You have not been charged.',
  )
  await expect(page.getByLabel('Card number')).toHaveValue('')
  await fillCard(page, visa)
  await pressPay(page)
  await expectScreen(page, 'paid')
  expect((await paymentsOf(payments, session)).sort()).toEqual(['captured', 'failed'])
})

test('errors in the card data found by the service are shown at their fields', async ({
  payer,
  payments,
}) => {
  const { page } = await openLink(payer, payments, { amount: 2100 })
  await page.route('**/collect', async (route) => {
    const sent = route.request().postDataJSON()
    await route.continue({ postData: { ...sent, card: { ...sent.card, exp_year: '2020' } } })
  })
  await fillCard(page, visa)
  await pressPay(page)
  await expect(page.getByLabel('Expiry')).toHaveAccessibleDescription(/did not accept this/)
  await expect(page.getByLabel('Expiry')).toBeFocused()
  // The typed data stay, so that they can be corrected.
  await expect(page.getByLabel('Card number')).toHaveValue('4242 4242 4242 4242')
})

test('a payment from a bank account takes some days, and the page shows that', async ({
  payer,
  payments,
}) => {
  const { session, page } = await openLink(payer, payments, {
    amount: 3300,
    payment_method_types: ['card', 'bank'],
  })
  await page.getByRole('radio', { name: 'Bank account' }).check()
  await page.getByLabel('Name on the account').fill('Ada Lovelace')
  await page.getByLabel('Routing number').fill('110000000')
  await page.getByLabel('Account number').fill('000123456789')
  await page.getByRole('radio', { name: 'Savings' }).check()
  await expect(page.getByText(/you allow .* to take \$33\.00/)).toBeVisible()
  await pressPay(page)
  await expect(page.getByRole('heading', { name: 'Payment on its way' })).toBeVisible()
  expect(await paymentsOf(payments, session)).toEqual(['pending'])
})

test('two pages of one link and a double click make one payment', async ({ payer, payments }) => {
  const { session, page } = await openLink(payer, payments, { amount: 1900 })
  const other = await payer.open(session.link)
  for (const one of [page, other]) await fillCard(one, visa)
  const button = page.getByRole('button', { name: /^Pay \$/ })
  await Promise.all([button.dblclick(), pressPay(other)])
  for (const one of [page, other])
    await expect(one.locator('[data-screen=paid], [data-screen=already_paid]')).toBeVisible()
  expect(await paymentsOf(payments, session)).toEqual(['captured'])
  expect(payer.complaints).toEqual([])
})

test('a lost answer is looked up, and nothing is paid twice', async ({ payer, payments }) => {
  const { session, page } = await openLink(payer, payments, { amount: 2700 })
  await page.route(
    '**/pay',
    async (route) => {
      // The service receives the request, and the answer is lost.
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  await fillCard(page, visa)
  await pressPay(page)
  await expectScreen(page, 'paid')
  expect(await paymentsOf(payments, session)).toEqual(['captured'])
})

test('while the outcome is unknown, the page offers no second try, and then shows the payment', async ({
  payer,
  payments,
}) => {
  const { session, page } = await openLink(payer, payments, { amount: 2600 })
  await fillCard(page, answersLate)
  await pressPay(page)
  await expectScreen(page, 'unknown')
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.getByText(/not been charged|Nothing was charged/)).toHaveCount(0)
  expect(await paymentsOf(payments, session)).toEqual(['processing'])
  await payments.advance(60)
  await expectScreen(page, 'paid')
  await expect(page.getByText(`Visa •••• ${answersLate.slice(-4)}`)).toBeVisible()
  expect(await paymentsOf(payments, session)).toEqual(['captured'])
})

test('without a connection the page keeps trying and claims nothing, and pays once when it is back', async ({
  payer,
  payments,
}) => {
  const { session, page } = await openLink(payer, payments, { amount: 2800 })
  await fillCard(page, visa)
  await page.route('**/pay', (route) => route.abort('internetdisconnected'))
  await pressPay(page)
  await expect(page.getByText(/connection was lost/)).toBeVisible()
  await expect(page.getByText(/not been charged|Nothing was charged/)).toHaveCount(0)
  await expect(page.getByRole('button', { name: /Pay/ })).toHaveCount(0)
  await page.unroute('**/pay')
  await expectScreen(page, 'paid')
  expect(await paymentsOf(payments, session)).toEqual(['captured'])
})

test('a payment whose bank never answers is looked up, also after a reload and a crash of the service', async ({
  payer,
  payments,
}) => {
  const { session, page } = await openLink(payer, payments, { amount: 5100 })
  await fillCard(page, '4000000000050031')
  await pressPay(page)
  await expect(page.locator('[data-screen=paying], [data-screen=unknown]')).toBeVisible()
  await expect.poll(() => paymentsOf(payments, session)).toEqual(['processing'])
  await payments.kill()
  await payments.restart()
  // A payment that was cut off before it reached the bank is known to have failed once the service asks; otherwise it
  // is looked up. The form is shown only when the outcome is known.
  await page.reload()
  await expect(
    page.locator('[data-screen=paying], [data-screen=unknown], [data-screen=declined]'),
  ).toBeVisible()
  // After ten minutes the service reverses the payment, and only then reports that nothing was charged.
  await expect
    .poll(async () => {
      await payments.advance(300)
      return paymentsOf(payments, session)
    })
    .toEqual(['failed'])
  await expect(page.getByRole('heading', { name: 'The payment did not go through' })).toBeVisible()
  await expect(page.getByText('You have not been charged.')).toBeVisible()
})

test('a link that is withdrawn, expired, invalid or framed by another site cannot be paid', async ({
  payer,
  payments,
  shopSite,
}) => {
  const { session, page } = await openLink(payer, payments, {
    amount: 1500,
    cancel_url: `${shopSite.url}/basket`,
  })
  const expired = await payments.client.call('checkout_sessions.expire', { params: { id: session.id } })
  expect(expired.ok).toBe(true)
  // The open page notices this when it becomes active again.
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(page.getByRole('heading', { name: 'This link can no longer be used' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Back to/ })).toHaveAttribute(
    'href',
    `${shopSite.url}/basket?session_id=${session.id}`,
  )
  const late = await sessionOf(payments, { amount: 1600 })
  await payments.advance(25 * 3600)
  await expectScreen(await payer.open(late.link), 'expired')
  const [base] = late.link.split('#')
  await expectScreen(await payer.open(`${base}#wrong`), 'not_found')
  await expectScreen(await payer.open(base ?? ''), 'not_found')
  const stranger = await payer.open(shopSite.url)
  await stranger.evaluate((url) => {
    const frame = document.createElement('iframe')
    frame.src = url
    document.body.append(frame)
  }, late.link)
  await expect
    .poll(() => stranger.frames().map((frame) => frame.url()))
    .toContain('chrome-error://chromewebdata/')
})

test('a card is saved without a payment, and a card that its bank refuses is not saved', async ({
  payer,
  payments,
}) => {
  const created = await payments.client.call('payment_method_intents.create', { body: { validate: true } })
  if (!created.ok) throw new Error(JSON.stringify(created.error))
  const { id, client_secret: secret } = created.value
  const page = await payer.open(`${payments.url}/checkout/${id}#${secret?.split('_secret_')[1]}`)
  await expectScreen(page, 'details')
  await fillCard(page, '4000000000000002')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Not saved' })).toBeVisible()
  await fillCard(page, visa)
  await page.getByRole('button', { name: 'Save' }).click()
  await expectScreen(page, 'saved')
  await expect(page.getByText('Visa •••• 4242')).toBeVisible()
})

test('a payer who leaves a half-filled form and comes back finds it empty', async ({
  payer,
  payments,
  shopSite,
}) => {
  const { page } = await openLink(payer, payments, { amount: 1700, cancel_url: shopSite.url })
  await fillCard(page, visa)
  await page.getByRole('link', { name: /^Back to/ }).click()
  await expect(page.getByRole('heading', { name: 'Shop' })).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('Card number')).toHaveValue('')
  await expect(page.getByLabel('Security code')).toHaveValue('')
})
