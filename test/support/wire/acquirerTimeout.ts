/** What an acquirer that answers may take on a machine that runs every test at once. */
const answeringTimeoutMs = 20_000

/** Faults of the simulators whose call ends only when the portal waits no longer. */
const silentFaults: readonly string[] = ['hang', 'slow']

type Controls<F> = { fault(fault: F, times?: number): Promise<void>; clearFaults(): Promise<void> }

/**
 * How long a test's portal waits for its acquirers. A limit that is short, for what never answers, is met by luck on a slow
 * machine by what does; so it is `silentBankPauseMs` only from when a simulator is told to say nothing until its faults are cleared, or
 * `always`.
 */
export function createAcquirerTimeout(silentMs: number, always: boolean) {
  let isShort = always
  return {
    ms: () => (isShort ? silentMs : answeringTimeoutMs),
    /** A simulator's controls that tell of it. */
    told: <F extends string, C extends Controls<F>>(controls: C & Controls<F>): C => ({
      ...controls,
      fault: async (fault: F, times?: number) => {
        if (silentFaults.includes(fault)) isShort = true
        await controls.fault(fault, times)
      },
      clearFaults: async () => {
        await controls.clearFaults()
        isShort = always
      },
    }),
  }
}
