import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { root, sourcesIn } from './tidy/sources.ts'

const manifest = z.object({ dependencies: z.record(z.string(), z.string()) })
const { dependencies } = z.parse(manifest, JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))

/** `npm` puts this package first on the PATH of every script; nothing imports it. */
const runtime = 'node'

it('each dependency is imported by the portal or its build', () => {
  const texts = [
    ...sourcesIn('src', 'tools', 'simulators').map(({ code }) => code.join('\n')),
    readFileSync(join(root, 'vite.config.ts'), 'utf8'),
  ].join('\n')
  const unused = Object.keys(dependencies).filter(
    (name) => name !== runtime && !texts.includes(`'${name}'`) && !texts.includes(`'${name}/`),
  )
  expect(unused).toEqual([])
})
