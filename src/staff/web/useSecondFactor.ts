import { useEffect } from 'react'
import { call } from '#kit/web/call/call.ts'
import { useLoad, type LoadState } from '#kit/web/call/useLoad.ts'
import { createPersonalStore } from '#kit/web/state/personalStore.ts'
import { useStore } from '#kit/web/state/store.ts'
import { useSession } from '#session/web/session.ts'
import { readSecondFactor } from '../contract.ts'

type SecondFactorState = { enrolled: boolean; passed: boolean; short_password: boolean }

const passedUserId = createPersonalStore<number | null>(null)

const loadSecondFactor = async (signal: AbortSignal): Promise<SecondFactorState> =>
  (await call(readSecondFactor, { signal })).data
const admitted: SecondFactorState = { enrolled: true, passed: true, short_password: false }
const loadAdmitted = () => Promise.resolve(admitted)

/** Whether this person has given the second factor in this tab. */
export function useIsAdmitted(): boolean {
  const userId = useSession()?.user?.id ?? null
  return useStore(passedUserId) === userId && userId !== null
}

export function useSecondFactor(): { view: LoadState<SecondFactorState>; reload: () => void } {
  const userId = useSession()?.user?.id ?? null
  const remembered = useIsAdmitted()
  const { view, reload } = useLoad<SecondFactorState>(remembered ? loadAdmitted : loadSecondFactor)
  const passed = view.state === 'ready' && view.value.passed && !view.value.short_password
  useEffect(() => {
    if (passed && userId !== null) passedUserId.set(userId)
  }, [passed, userId])
  if (remembered) return { view: { state: 'ready', value: admitted, refreshing: false }, reload }
  return { view, reload }
}
