import { useEffect } from 'react'
import { call } from '#kit/web/call/call.ts'
import { useLoad, type Loaded } from '#kit/web/call/useLoad.ts'
import { createPersonalStore } from '#kit/web/state/personal.ts'
import { useStore } from '#kit/web/state/store.ts'
import { useSession } from '#session/web/session.ts'
import { readSecondFactor } from '../contract.ts'

type Standing = { enrolled: boolean; passed: boolean; short_password: boolean }

/** Screens need not query again. */
const passedBy = createPersonalStore<number | null>(null)

const ask = async (signal: AbortSignal): Promise<Standing> => (await call(readSecondFactor, { signal })).data
const admitted: Standing = { enrolled: true, passed: true, short_password: false }
const known = () => Promise.resolve(admitted)

export function useSecondFactor(): { view: Loaded<Standing>; reload: () => void } {
  const userId = useSession()?.user?.id ?? null
  const remembered = useStore(passedBy) === userId && userId !== null
  const { view, reload } = useLoad<Standing>(remembered ? known : ask)
  const passed = view.state === 'ready' && view.value.passed && !view.value.short_password
  useEffect(() => {
    if (passed && userId !== null) passedBy.set(userId)
  }, [passed, userId])
  if (remembered) return { view: { state: 'ready', value: admitted, refreshing: false }, reload }
  return { view, reload }
}
