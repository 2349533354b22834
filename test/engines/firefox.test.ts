import { describe, it } from 'vitest'
import { portalUrl } from '#test/e2e/support/portal.ts'
import { parkedCar } from '#test/e2e/support/demo.ts'
import { localNetwork, startFirefox } from './firefox.ts'
import { atTheScreen } from './person.ts'
import { walk } from './walk.ts'

describe('Firefox', () => {
  walk(startFirefox)

  it('on a local network without https the human check still works', async () => {
    const url = portalUrl().replace('127.0.0.1', localNetwork)
    const engine = await startFirefox(url)
    const person = atTheScreen(engine, url)
    await person.open('#/ticket/read')
    await person.fill('Número do ticket', await parkedCar(130))
    await person.tap('button', 'CONSULTAR VALOR')
    await person.see('Verifique o valor')
    await person.expectSound('the value')
    await engine.close()
  })
})
