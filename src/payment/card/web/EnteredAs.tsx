import { useEffect, useState } from 'react'
import { Button } from '#kit/web/Button.tsx'
import { dismissText } from '#kit/web/notice/notify.ts'
import { Situation } from '#kit/web/notice/Situation.tsx'
import { go } from '#kit/web/route/routes.ts'
import { readDraft, writeDraft } from '#kit/web/state/draft.ts'
import { changedText } from '#session/life.ts'
import { believedPerson } from '#session/web/person.ts'
import { useSession } from '#session/web/session.ts'

const draft = 'enteredAs'

/**
 * Beside a guest's typed card, names the account that the payment goes to since a sign-in (docs/spec.md#r26).
 * Survives reloads, until the payment or a logout.
 */
export function EnteredAs() {
  const user = useSession()?.user ?? null
  const [wasGuest] = useState(() => believedPerson() === 0)
  const isNew = user !== null && (wasGuest || readDraft(draft)['user'] === String(user.id))
  const text = isNew ? changedText(0, user) : null
  useEffect(() => {
    if (!isNew) return
    dismissText(changedText(0, user))
    writeDraft(draft, { user: String(user.id) })
  }, [isNew, user])
  if (text === null) return null
  return (
    <Situation tone="warn" title={text}>
      <p>O pagamento e o recibo ficam nessa conta.</p>
      <Button look="plain" onClick={() => go('logout')}>
        Não sou eu
      </Button>
    </Situation>
  )
}
