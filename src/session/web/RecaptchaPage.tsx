import { LiveRegion } from '#kit/web/notice/LiveRegion.tsx'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#kit/web/Button.tsx'
import { CallFailure } from '#kit/web/failure.ts'
import { currentCaptcha, useHumanState } from './human/humanState.ts'
import { proveHuman } from './human/humanProof.ts'
import { Page, Panel } from '#kit/web/page/Page.tsx'
import { go, goToTarget, parseTarget, replaceWith, useRoute } from '#kit/web/route/routes.ts'
import { useHumanCheck } from './human/useHumanCheck.tsx'
import { loadSession } from './loadSession.ts'
import { useSession } from './session.ts'

export default function RecaptchaPage() {
  const { query } = useRoute()
  const { node, problem, again } = useHumanProof(query['to'])
  return (
    <Page title="Verificação de segurança">
      <Panel>
        <p>
          Antes de continuar, precisamos confirmar que você não é um robô. O que você digitou está guardado.
        </p>
        {node}
        {problem !== null && (
          <>
            <LiveRegion role="alert">{problem}</LiveRegion>
            <Button variant="plain" onClick={again}>
              Tentar novamente
            </Button>
          </>
        )}
      </Panel>
      <Button variant="quiet" onClick={() => go('welcome')}>
        Voltar
      </Button>
    </Page>
  )
}

function useHumanProof(to: string | undefined) {
  const state = useHumanState()
  const known = useSession() !== null
  const { node, reset } = useHumanCheck()
  const [problem, setProblem] = useState<string | null>(null)
  const proving = useRef(false)
  const proven = currentCaptcha().kind === 'off' || (state === 'off' && known)
  useEffect(() => {
    if (proving.current || !(proven || state === 'ready')) return
    proving.current = true
    prove(proven, to)
      .catch((failure: unknown) => {
        if (!(failure instanceof CallFailure)) throw failure
        setProblem(failure.message)
      })
      .finally(() => (proving.current = false))
  }, [proven, state, to])
  const again = () => {
    setProblem(null)
    reset()
  }
  return { node: problem === null ? node : null, problem, again }
}

async function prove(proven: boolean, to: string | undefined): Promise<void> {
  if (!proven) {
    await proveHuman()
    await loadSession()
  }
  const target = parseTarget(to)
  if (target && target.name !== 'recaptcha') goToTarget(target, { replace: true })
  else replaceWith('welcome')
}
