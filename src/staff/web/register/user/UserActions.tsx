import { Button } from '#kit/web/Button.tsx'
import { call } from '#kit/web/call/call.ts'
import { CallFailure, failureText } from '#kit/web/call/failure.ts'
import { useOneAtATime } from '#kit/web/call/useOneAtATime.ts'
import { confirm } from '#kit/web/dialog/confirm.tsx'
import type { IconName } from '#kit/web/Icon.tsx'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { notify } from '#kit/web/notice/notify.ts'
import { Panel } from '#kit/web/page/Page.tsx'
import {
  type DeskUser,
  endUserLogins,
  inviteUser,
  resetSecondFactor,
} from '../../../register/userContract.ts'
import css from '../Register.module.css'

type Deed = {
  icon: IconName
  label: string
  title: string
  text: string
  yes: string
  done: string
  run: () => Promise<unknown>
}

/** What an admin does for somebody who cannot get in, or must not; each asks first. */
export function UserActions({ user, onChanged }: { user: DeskUser; onChanged: () => void }) {
  const press = useOneAtATime(async ({ title, text, yes, done, run }: Deed) => {
    if (!(await confirm(title, { text, yes }))) return
    try {
      await whileLoading(run())
      notify(done, 'success')
    } catch (failure) {
      if (!(failure instanceof CallFailure)) throw failure
      notify(failureText(failure), 'danger')
    }
    onChanged()
  })
  return (
    <Panel title="Acesso">
      <div className={css.buttons}>
        {deedsFor(user).map((deed) => (
          <Button key={deed.label} look="plain" icon={deed.icon} onClick={() => void press(deed)}>
            {deed.label}
          </Button>
        ))}
      </div>
    </Panel>
  )
}

function deedsFor(user: DeskUser): Deed[] {
  const params = { id: user.id }
  const invite: Deed = {
    icon: 'mail',
    label: 'Enviar o convite de novo',
    title: 'Enviar o convite de novo?',
    text: `${user.email} recebe um link para escolher a senha. Os links anteriores deixam de valer.`,
    yes: 'Enviar',
    done: 'Convite enviado.',
    run: () => call(inviteUser, { params }),
  }
  const reset: Deed = {
    icon: 'shield',
    label: 'Remover o autenticador',
    title: 'Remover o autenticador?',
    text: `${user.name} sai de todos os acessos e cadastra outro autenticador ao entrar. Confirme antes que é mesmo a pessoa.`,
    yes: 'Remover',
    done: 'Autenticador removido.',
    run: () => call(resetSecondFactor, { params }),
  }
  const leave: Deed = {
    icon: 'exit',
    label: 'Encerrar os acessos',
    title: 'Encerrar os acessos?',
    text: `${user.name} terá de entrar de novo em todos os navegadores e celulares.`,
    yes: 'Encerrar',
    done: 'Acessos encerrados.',
    run: () => call(endUserLogins, { params }),
  }
  const staff = user.level <= 10
  return [...(staff ? [invite] : []), ...(staff && user.second_factor ? [reset] : []), leave]
}
