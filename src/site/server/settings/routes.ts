import type { FastifyInstance } from 'fastify'
import { type Guard, mount, mountFile } from '#kit/server/http/mount.ts'
import { mountUpload } from '#kit/server/http/upload.ts'
import type { PortalCaller } from '#session/server/caller.ts'
import { memberOf } from '#staff/server/member.ts'
import { editedReply } from '#staff/server/lists.ts'
import * as contract from '../../settingsContract.ts'
import { deleteLogo, saveLogo, readLogo } from './logo.ts'
import { settingsWarnings } from '../../settingsWarnings.ts'
import { changeSettings, readSettings, type SettingsDeps } from './settings.ts'

export function settingsRoutes(app: FastifyInstance, deps: SettingsDeps, portal: Guard<PortalCaller>): void {
  mount(app, contract.editSettings, portal, async () =>
    editedReply(await readSettings(deps, deps.clock.now())),
  )
  mount(app, contract.updateSettings, portal, async ({ body }, caller) => {
    const { seen_version: seenVersion, ...entry } = body
    const changed = await changeSettings(deps, { entry, seenVersion, by: memberOf(caller) })
    const { offered, usesDemoOperator } = deps
    const warnings = settingsWarnings(changed, { offered, production: !usesDemoOperator })
    return { ...editedReply(changed), warnings }
  })
  const wanted = { guard: portal, field: 'logo', maxBytes: contract.maxLogoBytes }
  mountUpload(app, contract.saveLogo, wanted, async ({ file }, caller) => {
    await saveLogo(deps, file, memberOf(caller))
    return editedReply(await readSettings(deps, deps.clock.now()))
  })
  mount(app, contract.removeLogo, portal, async (_, caller) => ({
    data: { deleted: await deleteLogo(deps, memberOf(caller)) },
  }))
  mountFile(app, contract.readLogo, passReply, async ({ params }, reply) => {
    const { type, content } = await readLogo(deps.db, params.name)
    // The name changes with the content. A 404 must not be cached.
    reply.header('cache-control', 'public, max-age=31536000, immutable')
    return { type, content }
  })
}

type Reply = { header: (name: string, value: string) => unknown }

async function passReply(_request: object, reply: Reply): Promise<Reply> {
  return { header: (name, value) => reply.header(name, value) }
}
