import Fastify from 'fastify'
import { fromRoot } from '../../../scripts/lib/paths.mjs'
import { mountWeb } from '../../../src-service/web/mount-web.ts'
import { launchChromium } from '../../support/launch-chromium.ts'
import { applicationScenes, scenePage } from '../application-scenes.ts'

/** Takes a picture of a step of the built applicants' form in a real browser, in the size of a phone. */
export async function takeForm(
  step: keyof typeof applicationScenes,
  scheme: 'light' | 'dark',
  path: string,
): Promise<void> {
  const server = Fastify({ forceCloseConnections: true })
  mountWeb(server, fromRoot('dist', 'web'))
  server.get('/application_pages/:id', () => scenePage)
  server.put('/application_pages/:id', () => scenePage)
  const url = await server.listen({ port: 0, host: '127.0.0.1' })
  const browser = await launchChromium()
  try {
    const page = await browser.newPage({
      ...{ locale: 'en-US', timezoneId: 'America/Chicago', colorScheme: scheme },
      viewport: { width: 390, height: 780 },
    })
    await page.goto(`${url}/apply/${scenePage.id}#secret`)
    await page.getByText('All steps').click()
    await page.getByRole('button', { name: applicationScenes[step] }).click()
    await page.locator(`[data-screen=step-${step}]`).waitFor()
    await page.screenshot({ path })
  } finally {
    await browser.close()
    await server.close()
  }
}
