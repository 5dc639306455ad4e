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

/** Its bank says nothing for half a minute, then approves. */
const answersLate = '4000000000050015'
const visa = '4242424242424242'

test('a payer pays a link, and is led on to the shop, which learns nothing but that', async ({
  payer,
  payments,
  shop,
}) => {
  const { session, page } = await openLink(payer, payments, {
    amount: 4500,
    success_url: `${shop.url}/thanks?order=7`,
    cancel_url: `${shop.url}/basket`,
  })
  const secret = session.link.split('#')[1] ?? 'none'
  await expect(page.getByText('This is a test: no real money moves.')).toBeVisible()
  await fillCard(page, visa)
  await pressPay(page)
  await expectScreen(page, 'paid')
  await expect(page.getByText('Visa •••• 4242')).toBeVisible()
  expect(await paymentsOf(payments, session)).toEqual(['captured'])
  // Nothing of the card or the link stays in the browser, or goes anywhere but to the service.
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
  expect(shop.visits.find(({ url }) => url.startsWith('/thanks'))).toEqual({
    url: `/thanks?order=7&session_id=${session.id}`,
    referrer: undefined,
  })
  for (const { url, referrer } of payer.requests) {
    // Playwright names an address with what is behind its #, which the network never sees.
    const sent = url.split('#')[0]
    expect(`${sent} ${referrer}`).not.toContain(secret)
  }
  // The back button shows what is known, and does not lead on again.
  await page.goBack()
  await expect(page.getByText('Visa •••• 4242')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Continue to/ })).toBeVisible()
  await expect(page.getByText(/You go on to/)).toHaveCount(0)
  expect(payer.complaints).toEqual([])
})

test('a debit card bears no surcharge: its payer sees the lower total and agrees before it is charged', async ({
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
  // A credit card costs what is shown, so nobody is asked again.
  await fillCard(page, visa, '60601')
  await page.getByRole('button', { name: 'Pay $103.00' }).click()
  await expectScreen(page, 'paid')
  await expect(page.getByText('of which surcharge')).toBeVisible()
  expect((await payments.payments(session.payment_intent_id))[0]).toMatchObject({ amount: 10_300 })
})

test('a decline says why in plain words, and another card pays', async ({ payer, payments }) => {
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

test('what the service finds wrong with a card is said at its field', async ({ payer, payments }) => {
  const { page } = await openLink(payer, payments, { amount: 2100 })
  await page.route('**/collect', async (route) => {
    const sent = route.request().postDataJSON()
    await route.continue({ postData: { ...sent, card: { ...sent.card, exp_year: '2020' } } })
  })
  await fillCard(page, visa)
  await pressPay(page)
  await expect(page.getByLabel('Expiry')).toHaveAccessibleDescription(/did not accept this/)
  await expect(page.getByLabel('Expiry')).toBeFocused()
  // What was typed is there to be mended.
  await expect(page.getByLabel('Card number')).toHaveValue('4242 4242 4242 4242')
})

test('a bank account pays in some days, and the page says so', async ({ payer, payments }) => {
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

test('two pages of one link and a double press make one payment', async ({ payer, payments }) => {
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

test('an answer that is lost on its way is found out, and nothing is paid twice', async ({
  payer,
  payments,
}) => {
  const { session, page } = await openLink(payer, payments, { amount: 2700 })
  await page.route(
    '**/pay',
    async (route) => {
      // The service got it; the answer never arrives.
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

test('a page whose outcome is not known says so, offers no second try, and shows the payment once it is known', async ({
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

test('without a connection the page keeps trying, claims nothing, and pays once when it is back', async ({
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

test('a bank that never answers leaves one payment that is looked into, over a reload and a kill of the service', async ({
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
  // Cut off before the bank heard of it, the payment is known to have failed as soon as the service asks; else it is
  // looked into. There is no form before one of them is known.
  await page.reload()
  await expect(
    page.locator('[data-screen=paying], [data-screen=unknown], [data-screen=declined]'),
  ).toBeVisible()
  // After ten minutes the service undoes it, and only then says that nothing was charged.
  await expect
    .poll(
      async () => {
        await payments.advance(300)
        return paymentsOf(payments, session)
      },
      { timeout: 30_000 },
    )
    .toEqual(['failed'])
  await expect(page.getByRole('heading', { name: 'The payment did not go through' })).toBeVisible({
    timeout: 30_000,
  })
  await expect(page.getByText('You have not been charged.')).toBeVisible()
})

test('a link ends where it should: withdrawn, over its time, never one, and framed by a stranger', async ({
  payer,
  payments,
  shop,
}) => {
  const { session, page } = await openLink(payer, payments, {
    amount: 1500,
    cancel_url: `${shop.url}/basket`,
  })
  const expired = await payments.client.call('checkout_sessions.expire', { params: { id: session.id } })
  expect(expired.ok).toBe(true)
  // The open page finds out by itself when it is looked at again.
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(page.getByRole('heading', { name: 'This link can no longer be used' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Back to/ })).toHaveAttribute(
    'href',
    `${shop.url}/basket?session_id=${session.id}`,
  )
  const late = await sessionOf(payments, { amount: 1600 })
  await payments.advance(25 * 3600)
  await expectScreen(await payer.open(late.link), 'expired')
  const [base] = late.link.split('#')
  await expectScreen(await payer.open(`${base}#wrong`), 'not_found')
  await expectScreen(await payer.open(base ?? ''), 'not_found')
  const stranger = await payer.open(shop.url)
  await stranger.evaluate((url) => {
    const frame = document.createElement('iframe')
    frame.src = url
    document.body.append(frame)
  }, late.link)
  await expect
    .poll(() => stranger.frames().map((frame) => frame.url()))
    .toContain('chrome-error://chromewebdata/')
})

test('a card is saved without a payment, and one that its bank refuses is not', async ({
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

test('who leaves a page that is half filled in and comes back finds it empty', async ({
  payer,
  payments,
  shop,
}) => {
  const { page } = await openLink(payer, payments, { amount: 1700, cancel_url: shop.url })
  await fillCard(page, visa)
  await page.getByRole('link', { name: /^Back to/ }).click()
  await expect(page.getByRole('heading', { name: 'Shop' })).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('Card number')).toHaveValue('')
  await expect(page.getByLabel('Security code')).toHaveValue('')
})
