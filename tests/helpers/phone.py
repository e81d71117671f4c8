"""What a browser says about a form on a phone."""

#: the controls that are smaller than a finger
SMALL = """() => [...document.querySelectorAll("button, select, input[type=text], summary, label:has([type=checkbox])")]
  .filter((each) => {
    const {width, height} = each.getBoundingClientRect();
    return each.checkVisibility() && Math.min(width, height) < 44;
  })
  .map((each) => each.outerHTML)"""
#: whether a tap on Save would reach it
REACHED = """() => {
  const {x, y, width, height} = page.byId("save").getBoundingClientRect();
  return document.elementFromPoint(x + width / 2, y + height / 2) === page.byId("save");
}"""
