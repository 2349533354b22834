import { afterAll, beforeAll } from 'vitest'
import { galleryPhone } from './support/kit/gallery.ts'
import { partViews } from './support/views/parts.ts'
import { visitAll } from './support/views/visit.ts'
import { startKitServer, type KitServer } from './kitServer.ts'

let server: KitServer
beforeAll(async () => {
  server = await startKitServer()
})
afterAll(() => server.close())

visitAll({
  views: partViews,
  url: () => server.address,
  as: (browser) => galleryPhone(browser, server.address),
})
