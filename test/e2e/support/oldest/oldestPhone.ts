import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, Route } from 'playwright-core'
import { readManifest } from '../../../../tools/build/template.ts'
import { newPhone } from '../browser.ts'
import { newerNames } from './newerNames.ts'
import { takeAway } from './takeAway.ts'

const inWorkers = `(${String(takeAway)})(${JSON.stringify(newerNames)});\n`
const inPages = `(${String(takeAway)})(${JSON.stringify(newerNames)}, ${JSON.stringify(inWorkers)})`

export const webFolder = fileURLToPath(new URL('../../../../dist/web/', import.meta.url))

/** The scripts of the build that are loaded as workers. */
export function workerFiles(): string[] {
  const assets = Object.values(readManifest(webFolder)).flatMap((chunk) => chunk.assets ?? [])
  return [...new Set(assets)].filter((file) => file.endsWith('.js'))
}

/** A phone whose browser lacks what one of the oldest browsers of the READMEs lacks, in workers too. */
export async function oldestPhone(browser: Browser): Promise<BrowserContext> {
  const context = await newPhone(browser)
  await context.addInitScript({ content: inPages })
  const olderWorker = async (route: Route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: inWorkers + (await response.text()) })
  }
  for (const file of workerFiles()) await context.route(`**/${file}`, olderWorker)
  return context
}

/** Exceptions and logged errors of a phone's pages. */
export function watchErrors(context: BrowserContext): string[] {
  const errors: string[] = []
  context.on('weberror', (error) => errors.push(error.error().stack ?? error.error().message))
  context.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
      errors.push(message.text())
  })
  return errors
}
