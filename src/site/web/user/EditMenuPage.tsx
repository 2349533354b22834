import { Button } from '#kit/web/Button.tsx'
import { Page } from '#kit/web/page/Page.tsx'
import { go } from '#kit/web/route/routes.ts'
import { Menu, MenuLink } from './Menu.tsx'

export default function EditMenuPage() {
  return (
    <Page title="Meus dados">
      <Menu label="Meus dados">
        <MenuLink
          to="user.edit"
          icon="user"
          title="Alterar minha conta"
          note="Nome, e-mail, telefone, CPF e senha"
        />
        <MenuLink
          to="user.person.edit"
          icon="reserve"
          title="Alterar meu endereço"
          note="Exigido pelas operadoras de cartão"
        />
        <MenuLink
          to="user.personPayMethod.edit"
          icon="card"
          title="Alterar meus cartões salvos"
          note="Ver e excluir"
        />
        <MenuLink to="user.vehicles" icon="car" title="Alterar meus veículos" note="Adicionar e excluir" />
        <MenuLink
          to="user.myData"
          icon="shield"
          title="Privacidade e meus dados"
          note="Ver, exportar, revogar e excluir a conta"
        />
      </Menu>
      <Button variant="quiet" onClick={() => go('user.menu')}>
        Voltar
      </Button>
    </Page>
  )
}
