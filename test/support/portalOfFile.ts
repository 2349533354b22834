import { afterAll, beforeAll } from 'vitest'
import { expectInvariants } from './invariants.ts'
import type { Sale } from './simulatorControls.ts'
import { type PortalOptions, startPortal, type TestPortal } from './portal.ts'

type Options = PortalOptions & {
  /** False: the file writes rows that the portal itself would not. */
  invariants?: false
  /** The ledger of the test's own acquirer, in place of the simulator's. */
  books?: { ledger(): Promise<Sale[]> }
}

/**
 * The portal that all tests of a file share: started before the first, checked and closed after the last. A function for
 * options that are known only then.
 */
export function portalOfFile(options: Options | (() => Options) = {}): TestPortal {
  // Empty until then.
  const portal: TestPortal = Object.create(null)
  let check = () => expectInvariants(portal)
  beforeAll(async () => {
    const { invariants, books, ...rest } = typeof options === 'function' ? options() : options
    if (books) check = () => expectInvariants({ ...portal, simulator: books })
    if (invariants === false) check = async () => {}
    Object.assign(portal, await startPortal(rest))
  })
  afterAll(async () => {
    try {
      await check()
    } finally {
      await portal.close()
    }
  })
  return portal
}
