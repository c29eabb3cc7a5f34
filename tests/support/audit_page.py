"""How the audit's page is used and looked at in a browser."""

from urllib.parse import urlencode

from selenium.webdriver.common.keys import Keys

from cache import Store
from mhclient.judge.judgements import Judging
from mhclient.read.collect import collect
from tests.support.chromium import leave_page, press, wait_for

READ = "if (location.protocol === 'http:') localStorage.setItem('mhclient-guide', 'seen')"


def text_of(browser, element: str) -> str:
    """The text of an element, "" while there is none."""
    script = "return document.getElementById(arguments[0])?.textContent ?? ''"
    return str(browser.execute_script(script, element))


def open_view(browser, link: str, view: str = "", **parameters: str) -> None:
    """A view of the page, by somebody who has read the guide; the link leads there, too."""
    read = browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": READ})
    leave_page(browser)
    browser.get(f"{link}#{view}?{urlencode(parameters)}")
    browser.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", read)


def open_queue(browser, link: str, run_id: str, filter: str | None = "", **parameters: str) -> None:
    """All replies, or those of a filter; None for the list that the page itself chooses."""
    chosen = {} if filter is None else {"filter": filter}
    open_view(browser, link, "queue", run=run_id, **chosen, **parameters)
    wait_for(browser, lambda: text_of(browser, "count"))


def click(browser, name: str) -> None:
    """Click the button with that text, as a finger or a mouse does."""
    script = (
        "return [...document.querySelectorAll('#main button')].find((it) => it.textContent.startsWith("
        "arguments[0]))"
    )
    browser.execute_script(script, name).click()


def find(browser, line: str) -> None:
    press(browser, "/", *line, Keys.ENTER)


def shows(browser, text: str) -> bool:
    return text in text_of(browser, "main")


def stands(browser, count: str, judged: str) -> bool:
    return (text_of(browser, "count"), text_of(browser, "judged")) == (count, judged)


def judged(stored, rater: str) -> dict[str, str]:
    connection = Store.open(stored[0])
    collected = collect(connection, [stored[1]])
    mine = Judging(connection, rater, collected.reader).mine({case.key for case in collected.cases})
    return {case.item_id: mine[case.key].label for case in collected.cases if case.key in mine}
