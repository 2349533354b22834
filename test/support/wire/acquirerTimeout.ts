/** How long a slow machine may take for an answer. */
const answeringTimeoutMs = 20_000

/** Faults without an answer before the timeout. */
const silentFaults: readonly string[] = ['hang', 'slow']

type Controls<F> = { fault(fault: F, times?: number): Promise<void>; clearFaults(): Promise<void> }

/**
 * The timeout of a test portal's calls to its acquirers: long, because a slow machine answers late, and `silentMs` only
 * while a simulator has a fault without an answer, or `always`.
 */
export function createAcquirerTimeout(silentMs: number, always: boolean) {
  let isShort = always
  return {
    ms: () => (isShort ? silentMs : answeringTimeoutMs),
    /** Wraps a simulator's controls, so that their faults change the timeout. */
    watch: <F extends string, C extends Controls<F>>(controls: C & Controls<F>): C => ({
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
