#!/usr/bin/python3
"""A window as small as a phone around WebKitGTK, for WebKitWebDriver: its MiniBrowser is never narrower than 447 px."""

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gdk, Gtk, WebKit2  # noqa: E402


def open_window(_session):
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
    view.get_settings().set_enable_write_console_messages_to_stdout(True)
    window = Gtk.Window(title="Guichê")
    window.set_default_size(360, 740)
    window.add(view)
    window.connect("destroy", Gtk.main_quit)
    window.show_all()
    # Without a window manager nobody else gives it the focus, and without the focus nothing opens.
    window.get_window().focus(Gdk.CURRENT_TIME)
    view.grab_focus()
    return view


def start(_context, session):
    told = WebKit2.ApplicationInfo()
    told.set_name("Guiche")
    told.set_version(1, 0, 0)
    session.set_application_info(told)
    session.connect("create-web-view", open_window)


context = WebKit2.WebContext.new_ephemeral()
context.set_automation_allowed(True)
context.set_preferred_languages(["pt-BR"])
context.connect("automation-started", start)
Gtk.main()
